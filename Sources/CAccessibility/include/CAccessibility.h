// The GObject classes that ATK wants and Swift cannot define.
#ifndef CACCESSIBILITY_H
#define CACCESSIBILITY_H
#endif
