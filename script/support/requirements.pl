# script/requirements: usage: requirements.pl TOP EVENTS [--check] [--list] [--update]
use strict;
use warnings;

my ($top, $events, @options) = @ARGV;
my %option = map { $_ => 1 } @options;
my (%text, %proven, %documented, @faults);

open(my $table, '<', "$top/data/requirements.tsv") or die "data/requirements.tsv: $!\n";
while (<$table>) {
    chomp;
    my ($id, $what) = split /\t/;
    $text{$1} = $what if $id =~ /^R(\d+)$/;
}
my $total = keys %text;

# The numbers that a test's name claims: R12, and R12-R15 for all from 12 to 15.
sub numbers {
    my ($name) = @_;
    my @found;
    while ($name =~ /\bR(\d{1,3})(?:\s*(?:-|\x{2013}|\xe2\x80\x93|\.\.\.)\s*R(\d{1,3}))?\b/g) {
        push @found, $1 .. (defined $2 ? $2 : $1);
    }
    return @found;
}

# The event stream has one JSON object a line; a test that passed ends with a message whose symbol is 'pass'.
open(my $stream, '<', $events) or die "$events: $!\n";
while (<$stream>) {
    next unless /"kind":"testEnded"/ && /"symbol":"pass"/ && /"text":"(Test (?:[^"\\]|\\.)*)"/;
    my $name = $1;
    $name =~ s/\\"/"/g;
    $name =~ s/^Test "?//;
    $name =~ s/"? (?:with \d+ test cases? )?passed after.*//;
    for my $number (numbers($name)) {
        if (exists $text{$number}) { $proven{$number}{$name} = 1 }
        else { push @faults, "the test \"$name\" names R$number, which does not exist" }
    }
}

my $list_file = "$top/data/requirements-proven.txt";
if (open(my $limits, '<', "$top/docs/LIMITS.md")) {
    my $inside = 0;
    while (<$limits>) {
        $inside = /not applicable here/i if /^#/;
        $documented{$1} = 1 if $inside && /^- R(\d+)\b\W+\w/;
    }
}

my @proven = sort { $a <=> $b } keys %proven;
my @documented = sort { $a <=> $b } grep { !$proven{$_} && $text{$_} } keys %documented;
my @open = grep { !$proven{$_} && !$documented{$_} } sort { $a <=> $b } keys %text;

if ($option{'--list'}) {
    for my $number (@proven) {
        print "R$number  $text{$number}\n";
        print "    $_\n" for sort keys %{ $proven{$number} };
    }
    print "\n";
}
print "proven (", scalar @proven, "): ", join(' ', map { "R$_" } @proven), "\n";
print "documented as not applicable (", scalar @documented, "): ", join(' ', map { "R$_" } @documented), "\n";
print "unproven (", scalar @open, "): ", join(' ', map { "R$_" } @open), "\n";
printf "requirements: %d of %d proven, %d documented, %d unproven\n", scalar @proven, $total, scalar @documented, scalar @open;

if ($option{'--update'}) {
    open(my $out, '>', $list_file) or die "$list_file: $!\n";
    print $out "R$_\n" for @proven;
}
if ($option{'--check'} && open(my $before, '<', $list_file)) {
    while (<$before>) {
        push @faults, "R$1 was proven and is not any more: $text{$1}" if /^R(\d+)$/ && !$proven{$1};
    }
}
print STDERR "script/requirements: $_\n" for @faults;
exit($option{'--check'} && @faults ? 1 : 0);
