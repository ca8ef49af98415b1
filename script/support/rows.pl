# script/rows: usage: rows.pl TOP [--strict [EVENTS]]; prints docs/HLS.md
use strict;
use warnings;
use File::Find;

my ($top, $strict, $events) = @ARGV;
my (@rows, %row, @faults);

open(my $table, '<', "$top/data/hls-rows.tsv") or die "data/hls-rows.tsv: $!\n";
while (<$table>) {
    chomp;
    next if /^#/ || $_ eq '';
    my ($id, $rule, $reason) = split /\t/;
    my ($section, $label) = $id =~ /^(\d+): (.+)$/ or die "data/hls-rows.tsv:$.: '$id' is no 'section: row'\n";
    push @faults, "data/hls-rows.tsv:$.: $id stands there twice" if $row{$id};
    my $entry = { id => $id, section => $section, label => $label, rule => $rule // '', reason => $reason // '', tests => [] };
    push @rows, $entry;
    $row{$id} = $entry;
}

# Longer labels first, because one may be a prefix of another.
my %labels;
push @{ $labels{ $_->{section} } }, $_ for sort { length $b->{label} <=> length $a->{label} } @rows;

# The rows that a test's name claims.
sub claims {
    my ($name) = @_;
    my @found;
    while ($name =~ /\bhls\.md (\d+): /g) {
        my ($section, $rest) = ($1, substr($name, pos $name));
        my ($entry) = grep { $rest =~ /^\Q$_->{label}\E(?![\w-])/ } @{ $labels{$section} || [] };
        if ($entry) { push @found, $entry }
        else { push @faults, "the test \"$name\" names a row of section $section that does not exist" }
    }
    return @found;
}

my @files;
find({ wanted => sub { push @files, $File::Find::name if /\.swift$/ }, no_chdir => 1 }, "$top/Tests");
for my $file (sort @files) {
    open(my $in, '<', $file) or die "$file: $!\n";
    my $source = do { local $/; <$in> };
    while ($source =~ /\@Test\(\s*"((?:[^"\\]|\\.)*)"/g) {
        my $name = $1;
        $name =~ s/\\(["\\])/$1/g;
        push @{ $_->{tests} }, $name for claims($name);
    }
}

my %passed;
if ($events) {
    open(my $stream, '<', $events) or die "$events: $!\n";
    while (<$stream>) {
        next unless /"kind":"testEnded"/ && /"symbol":"pass"/ && /"text":"(Test (?:[^"\\]|\\.)*)"/;
        my $name = $1;
        $name =~ s/\\(["\\\/])/$1/g;
        $name =~ s/^Test "?//;
        $name =~ s/"? (?:with \d+ test cases? )?passed after.*//s;
        $passed{$name} = 1;
    }
}

for my $entry (@rows) {
    my $count = @{ $entry->{tests} };
    push @faults, "$entry->{id} has neither a test nor a reason" if !$count && $entry->{reason} eq '';
    push @faults, "$entry->{id} has a test, and a reason why it has none" if $count && $entry->{reason} ne '';
    next unless $events && $count;
    push @faults, "no test of $entry->{id} has passed" unless grep { $passed{$_} } @{ $entry->{tests} };
}

my %title = (
    1 => 'Loading and recognising a playlist', 2 => 'Tags', 3 => 'Variants', 4 => 'Renditions', 5 => 'Segments and keys',
    6 => 'Reloads, delta updates, low latency', 7 => 'Dates, discontinuities, gaps', 8 => 'Trick play and thumbnails',
    9 => 'Session data, chapters, date ranges, interstitials', 10 => 'Steering, failover, errors', 12 => 'Startup and limits',
    13 => 'Faults of streams in the field', 14 => 'Test interfaces',
);
sub cell { my ($text) = @_; $text =~ s/\|/\\|/g; $text =~ s/([{<])/\\$1/g; return $text }

my $proven = grep { @{ $_->{tests} } } @rows;
print "# HTTP Live Streaming\n\n";
print "Each row is a rule for a client of HTTP Live Streaming, with the tests that prove it, or the reason why none does. The section numbers\n";
print "are those of [spec/hls.md](spec/hls.md), which states the rules with their sources. `script/rows` generates this page from\n";
print "`data/hls-rows.tsv` and the names of the tests; do not edit it.\n\n";
printf "In all: %d of %d rows are proven, %d %s missing.\n", $proven, scalar @rows, @rows - $proven, @rows - $proven == 1 ? 'is' : 'are';
my $section = '';
for my $entry (@rows) {
    if ($entry->{section} ne $section) {
        $section = $entry->{section};
        print "\n## $section. ", $title{$section} // '', "\n\n| Row | Rule | Test |\n|---|---|---|\n";
    }
    my @names = map { s/ ?\[hls\.md [^\]]*\]//gr =~ s/^hls\.md \d+: //r } @{ $entry->{tests} };
    my $proof = @names ? join('<br>', map { cell($_) } @names) : '**missing**: ' . cell($entry->{reason});
    print '| ', cell($entry->{label}), ' | ', cell($entry->{rule}), ' | ', $proof, " |\n";
}

if ($strict && @faults) {
    print STDERR "script/rows: $_\n" for @faults;
    exit 1;
}
print STDERR "script/rows: $_\n" for @faults;
