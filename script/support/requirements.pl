# script/requirements: usage: requirements.pl TOP EVENTS [--check] [--list] [--update]; empty EVENTS: the names in TOP/Tests
use strict;
use warnings;
use File::Find;
use JSON::PP;

my ($top, $events, @options) = @ARGV;
my %option = map { $_ => 1 } @options;
my (%text, %proven, %documented, @faults, %faulty);

# Requirements and rules, by R12 or S6.12.
for my $file ('requirements.tsv', 'semantics.tsv') {
    open(my $table, '<', "$top/data/$file") or die "data/$file: $!\n";
    while (<$table>) {
        chomp;
        next if /^#/ || $_ eq '';
        my ($id, $what) = split /\t/;
        die "data/$file:$.: '$id' is neither a requirement (R12) nor a rule (S6.12)\n" unless $id =~ /^(?:R\d+|S\d+\.\d+)$/;
        push @faults, "data/$file:$.: $id is described twice" if $text{$id};
        $text{$id} = $what;
    }
}

# Sections before rules: R2, R10, S6.2, S6.12.
sub order {
    my ($letter, $section, $rule) = $_[0] =~ /^([RS])(\d+)(?:\.(\d+))?$/;
    return sprintf '%s%05d%05d', $letter, $section, $rule // 0;
}
sub sorted { return sort { order($a) cmp order($b) } @_ }

# The numbers that a name claims: R12, S6.12, and R12-R15 or S6.12-S6.15 for all between.
sub numbers {
    my ($name) = @_;
    my @found;
    my $dash = qr/\s*(?:-|\x{2013}|\xe2\x80\x93|\.\.\.)\s*/;
    while ($name =~ /\bR(\d{1,3})(?:${dash}R(\d{1,3}))?\b(?!\.\d)/g) { push @found, map { "R$_" } $1 .. $2 // $1 }
    while ($name =~ /\bS(\d{1,2})\.(\d{1,2})(?:${dash}S\1\.(\d{1,2}))?\b/g) {
        my $section = $1;
        push @found, map { "S$section.$_" } $2 .. $3 // $2;
    }
    return @found;
}

sub claim {
    my ($what, $name, $passed) = @_;
    for my $number (numbers($name)) {
        if (!exists $text{$number}) {
            push @faults, "the $what \"$name\" names $number, which does not exist" unless $faulty{"$name $number"}++;
        } elsif ($passed) {
            $proven{$number}{ $what eq 'suite' ? "suite $name" : $name } = 1;
        }
    }
}

# One JSON object a line. A test is a function of a suite, whose identifier is the beginning of the function's.
sub read_events {
    my (%name, %suite, %ended, %failed);
    my $json = JSON::PP->new->utf8;
    open(my $stream, '<', $events) or die "$events: $!\n";
    while (<$stream>) {
        next unless /"kind"\s*:\s*"(?:test|testEnded)"/;
        my $record = eval { $json->decode($_) } or next;
        my $payload = $record->{payload} // {};
        if ($record->{kind} eq 'test') {
            my $id = $payload->{id} // next;
            my $display = $payload->{displayName} // $payload->{name} // '';
            utf8::encode($display);
            if   (($payload->{kind} // '') eq 'suite') { $suite{$id} = $display }
            else                                       { $name{$id} = $display }
        } elsif (($payload->{kind} // '') eq 'testEnded') {
            my $symbol = ($payload->{messages} // [])->[0]{symbol} // '';
            $ended{ $payload->{testID} } = 1 if $symbol =~ /^pass/;
            $failed{ $payload->{testID} } = 1 if $symbol eq 'fail';
        }
    }
    for my $id (sort keys %name) { claim('test', $name{$id}, $ended{$id} && !$failed{$id}) }
    for my $id (sort keys %suite) {
        next unless numbers($suite{$id});
        my @tests = grep { index($_, "$id/") == 0 } keys %name;
        claim('suite', $suite{$id}, @tests && !grep { !$ended{$_} || $failed{$_} } @tests);
    }
}

# The names in the sources, as if every test had passed.
sub read_sources {
    my @files;
    find({ wanted => sub { push @files, $File::Find::name if /\.swift$/ }, no_chdir => 1 }, "$top/Tests");
    for my $file (sort @files) {
        open(my $in, '<', $file) or die "$file: $!\n";
        my $source = do { local $/; <$in> };
        while ($source =~ /\@(Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"/g) {
            my ($what, $name) = (lc $1, $2);
            $name =~ s/\\(["\\])/$1/g;
            claim($what, $name, 1);
        }
    }
}

if ($events eq '') { read_sources() } else { read_events() }

if (open(my $limits, '<', "$top/docs/LIMITS.md")) {
    my $inside = 0;
    while (<$limits>) {
        $inside = /not applicable here/i if /^#/;
        $documented{$1} = 1 if $inside && /^- ([RS][\d.]*\d)\b\W+\w/;
    }
}

my @documented = sorted(grep { !$proven{$_} && $text{$_} } keys %documented);
my %is_documented = map { $_ => 1 } @documented;
if ($option{'--list'}) {
    for my $number (sorted(keys %proven)) {
        print "$number  $text{$number}\n";
        print "    $_\n" for sort keys %{ $proven{$number} };
    }
    print "\n";
}
for my $kind (['requirements', 'R'], ['rules of playback', 'S']) {
    my ($title, $letter) = @$kind;
    my @all = grep { /^$letter/ } sorted(keys %text);
    my @sure = grep { $proven{$_} } @all;
    my @noted = grep { $is_documented{$_} } @all;
    my @open = grep { !$proven{$_} && !$is_documented{$_} } @all;
    printf "%s: %d of %d proven, %d documented as not applicable, %d unproven\n", $title, scalar @sure, scalar @all, scalar @noted, scalar @open;
    print "  proven: @sure\n  documented: @noted\n  unproven: @open\n";
}

my $list = 'data/requirements-proven.txt';
if ($option{'--update'}) {
    open(my $out, '>', "$top/$list") or die "$list: $!\n";
    print $out "# Requirements and rules that a passing test proves; written by script/requirements --update\n";
    print $out "$_\n" for sorted(keys %proven);
}
if ($option{'--check'}) {
    open(my $before, '<', "$top/$list") or die "script/requirements: $list: $!; write it with script/requirements --update\n";
    my %listed;
    while (<$before>) {
        next if /^#/ || !/\S/;
        chomp;
        $listed{$_} = 1;
        if    (!exists $text{$_}) { push @faults, "$list:$.: $_ does not exist" }
        elsif (!$proven{$_})      { push @faults, "$_ was proven and no passed test names it any more: $text{$_}" }
    }
    print "  proven now and missing in $list, see --update: $_\n" for grep { !$listed{$_} } sorted(keys %proven);
}
print STDERR "script/requirements: $_\n" for @faults;
exit($option{'--check'} && @faults ? 1 : 0);
