# script/symbols: usage: symbols.pl TOP; prints docs/apple-symbols.md, and faults of the tables to the error output
use strict;
use warnings;

my ($top) = @ARGV;
my (%types, %members, %bases, %functions, %parents, %is_open, %open_members);

# Returns the argument labels of a declaration, each with whether a caller may omit the argument.
sub labels {
    my ($list) = @_;
    my $depth = 0;
    my ($part, @parts) = ('');
    # The arrow of a closure type is not a closing bracket.
    $list =~ s/->/→/g;
    for my $character (split //, $list) {
        $depth++ if $character =~ /[(\[{<]/;
        $depth-- if $character =~ /[)\]}>]/;
        last if $depth < 0;
        if ($character eq ',' && $depth == 0) { push @parts, $part; $part = '' }
        else { $part .= $character }
    }
    push @parts, $part if $part =~ /\S/;
    return map { [/^\s*(?:\@\w+(?:\([^)]*\))?\s+)*(\w+)/ ? "$1:" : '_:', /=/ ? 1 : 0] } @parts;
}

# Whether a call with these labels fits the declaration; arguments with default values may be absent.
sub fits {
    my ($wanted, $declared) = @_;
    my @rest = $wanted =~ /(\w+:)/g;
    for my $argument (@$declared) {
        if (@rest && $rest[0] eq $argument->[0]) { shift @rest }
        elsif (!$argument->[1]) { return 0 }
    }
    return !@rest;
}

sub record {
    my ($type, $is_open, @names) = @_;
    for my $name (@names) {
        $members{$type}{$name} = 1;
        $open_members{$type}{$name} = 1 if $is_open;
        $members{$type}{ lc $name } = 1 if $type =~ /^AV(Metadata|Media|File|Layer)/;
        (my $base = $name) =~ s/\(.*//;
        push @{ $bases{$type}{$base} }, $name;
    }
}

sub scan {
    my ($text) = @_;
    $text =~ s{/\*.*?\*/}{}gs;
    $text =~ s{//[^\n]*}{}g;
    $text =~ s{"""[\s\S]*?"""}{""}g;
    $text =~ s{"(?:[^"\\\n]|\\.)*"}{""}g;
    my @scopes = ({ type => '', open => 0 });
    my $pending;
    my $declares = qr/(?:\@\w+(?:\([^)]*\))?\s+)*((?:(?:public|open|package|internal|private|fileprivate|final|static|class|indirect|override|mutating|nonmutating|required|convenience|weak|unowned|lazy|nonisolated|isolated|dynamic|optional|async|borrowing|consuming)(?:\([^)]*\))?\s+)*)(class|struct|enum|protocol|extension|actor|func|var|let|init|case|typealias|subscript|associatedtype)\b/;
    pos($text) = 0;
    while (pos($text) < length $text) {
        if ($text =~ /\G\s+/gc) { next }
        if ($text =~ /\G\{/gc) {
            push @scopes, $pending // { type => $scopes[-1]{type}, open => 0, body => 1 };
            undef $pending;
            next;
        }
        if ($text =~ /\G\}/gc) { pop @scopes if @scopes > 1; next }
        if ($text =~ /\G$declares/gc) {
            my ($modifiers, $kind) = ($1, $2);
            my $scope = $scopes[-1];
            next if $scope->{body};
            my $public = $modifiers =~ /\b(?:public|open)\b(?!\()/ || ($scope->{open} && $modifiers !~ /private|internal|package/);
            if ($kind =~ /^(?:class|struct|enum|protocol|extension|actor)$/) {
                next unless $text =~ /\G\s+([\w.]+)([^{]*)/gc;
                my ($name, $rest) = ($1, $2);
                my $full = $scope->{type} && $kind ne 'extension' ? "$scope->{type}.$name" : $name;
                $types{$full} = 1 if $public && $kind ne 'extension';
                $is_open{$full} = 1 if $kind eq 'class' && $modifiers =~ /\bopen\b/;
                # An extension with a conformance has no access level of its own.
                if ($public || $kind eq 'extension') {
                    push @{ $parents{$full} }, $rest =~ /^[^:]*:\s*(.*)/s ? $1 =~ /(\w[\w.]*)/g : ();
                }
                my $is_open = $kind eq 'protocol' || ($kind eq 'extension' && $modifiers =~ /public/);
                $pending = { type => $full, open => $is_open ? 1 : 0, cases => $kind eq 'enum' && $public };
                next;
            }
            if ($kind eq 'case') {
                next unless $scope->{cases} && $text =~ /\G([^\n}]*)/gc;
                my $cases = $1;
                $cases =~ s/\([^)]*\)//g;
                $cases =~ s/\s*=\s*[^,]*//g;
                record($scope->{type}, 0, $cases =~ /(\w+)/g);
                next;
            }
            next unless $public;
            if ($kind eq 'func' || $kind eq 'init' || $kind eq 'subscript') {
                my $name = $kind eq 'func' ? ($text =~ /\G\s+`?(\w+|[-+*\/=<>!&|]+)`?/gc ? $1 : next) : $kind;
                next unless $text =~ /\G\s*[?!]?\s*(?:<[^>]*>)?\s*\(/gc;
                my ($depth, $list) = (1, '');
                while ($depth && $text =~ /\G([^()]*)([()])/gc) {
                    $depth += $2 eq '(' ? 1 : -1;
                    $list .= $1 . ($depth ? $2 : '');
                }
                my @labels = labels($list);
                record($scope->{type}, scalar($modifiers =~ /\bopen\b(?!\()/), "$name(" . join('', map { $_->[0] } @labels) . ')');
                push @{ $functions{ $scope->{type} }{$name} }, \@labels;
            } elsif ($kind eq 'typealias') {
                $types{ $scope->{type} ? "$scope->{type}.$1" : $1 } = 1 if $text =~ /\G\s+(\w+)/gc;
            } elsif ($text =~ /\G\s+([^\n={]+)/gc) {
                my $names = $1;
                $names =~ s/:[^,]*(?=,|$)//g;
                record($scope->{type}, scalar($modifiers =~ /\bopen\b(?!\()/), $names =~ /(\w+)/g);
            }
            next;
        }
        $text =~ /\G(?:\w+|.)/gcs;
    }
}

for my $file (split /\0/, `find "$top/Sources" -name '*.swift' -print0`) {
    open(my $handle, '<', $file) or die "$file: $!\n";
    local $/;
    scan(<$handle>);
}

# Members implied by protocols of the standard library.
my %implied = (Comparable => ['Equatable'], Hashable => ['Equatable']);

# Rows such as CMTime.Comparable stand for a conformance.
sub conforms {
    my ($type, $protocol, $depth) = @_;
    return 0 if $depth > 8;
    for my $parent (@{ $parents{$type} // $implied{$type} // [] }) {
        return 1 if $parent eq $protocol || conforms($parent, $protocol, $depth + 1);
    }
    return 0;
}

# Foundation declares these, and CoreGraphics and UIKit export it.
$types{$_} = $is_open{$_} = 1 for qw(CGFloat CGPoint CGRect CGSize NSAttributedString NSValue);

# A member may be inherited from a superclass or a protocol. Returns the type that declares the member.
sub declarer {
    my ($table, $type, $name, $depth) = @_;
    return $type if $table->{$type}{$name};
    return undef if $depth > 8;
    for my $parent (@{ $parents{$type} // [] }) {
        my $found = $parent ne $type ? declarer($table, $parent, $name, $depth + 1) : undef;
        return $found if defined $found;
    }
    return undef;
}

my (@rows, %count, %by_type, %listed, %form, %open_count);
open(my $list, '<', "$top/data/apple-symbols.tsv") or die "data/apple-symbols.tsv: $!\n";
while (<$list>) {
    chomp;
    next if /^#/ || $_ eq '';
    my ($module, $type, $member, $priority, $form) = split /\t/;
    die "data/apple-symbols.tsv:$.: expected module, type, member and priority, separated by tabs\n" unless ($priority // '') =~ /^P[0-2]$/;
    die "data/apple-symbols.tsv:$.: $module $type.$member stands there twice\n" if $listed{$type}{$member}++;
    push @rows, { module => $module, type => $type, member => $member, priority => $priority };
    $form{$type} = $form // '' if $member eq '' && $type ne '';
}

# Members without effect, by type and by name without argument labels; 'data' rows have an effect: the client reads them.
my (%inert, @inert);
open(my $inert, '<', "$top/data/inert.tsv") or die "data/inert.tsv: $!\n";
while (<$inert>) {
    chomp;
    next if /^#/ || $_ eq '';
    my ($type, $member, $kind, $reason) = split /\t/;
    next if $kind eq 'data';
    $inert{$type}{$member} = 1;
    push @inert, [$type, $member, $reason];
}

# The type, or the ancestor, that declares the member, also where a call may omit some of its arguments.
sub declares {
    my ($type, $member) = @_;
    my $found = declarer(\%members, $type, $member, 0);
    return $found if defined $found || $member !~ /^(\w+)\((.*)\)$/;
    my ($base, $wanted) = ($1, $2);
    $found = declarer(\%functions, $type, $base, 0);
    return defined $found && (grep { fits($wanted, $_) } @{ $functions{$found}{$base} }) ? $found : undef;
}

# Whether the code declares the function with argument labels that no other row has.
sub has_other_labels {
    my ($type, $base) = @_;
    my $declarer = declarer(\%bases, $type, $base, 0);
    return 0 unless defined $declarer;
    return scalar grep { !$listed{$type}{$_} && !$listed{$declarer}{$_} } @{ $bases{$declarer}{$base} };
}

for my $row (@rows) {
    next if $row->{member} eq '';
    my ($type, $member) = @$row{qw(type member)};
    my $name = $type =~ /^AV(Metadata|Media|File|Layer)/ ? lc $member : $member;
    (my $base = $member) =~ s/\(.*//;
    my $known_type = $type eq '' || $types{$type};
    my $declarer = declares($type, $member) // declarer(\%members, $type, $name, 0);
    # An overload of a delegate's method is a method of its own. Constructors share no more than their name either.
    my $is_family = $type =~ /(?:Delegate|DataSource)$/ || $base eq 'init';
    $row->{status} =
          defined $declarer ? ($inert{$declarer}{$member} || $inert{$type}{$member} ? 'inert' : 'done')
        : $member !~ /\(/ && defined declarer(\%bases, $type, $base, 0) ? 'done'
        : $member =~ /\(/ && !$is_family && has_other_labels($type, $base) ? 'partial'
        : $type eq '' && $types{$member} ? 'done'
        :                                  'missing';
    # Apple's classes are open in every member. An anchor or a static member is nothing to override.
    if (defined $declarer && ($form{$type} // '') eq 'open class' && $is_open{$declarer} && $row->{module} =~ /^(?:UIKit|QuartzCore|AVKit|AVFoundation|AVFAudio|MediaPlayer|VideoSubscriberAccount)$/
        && $base ne 'init' && $member !~ /Anchor$|Notification$|^animate\(|^transition\(with|^performWithoutAnimation/)
    {
        $row->{override} = declarer(\%open_members, $type, $member, 0) ? 'open' : 'closed';
    }
    # Missing members of a lower priority do not make a type partial.
    push @{ $by_type{"$row->{module} $type"} }, $row->{priority} if $known_type && $row->{status} =~ /^(?:partial|missing)$/;
}
for my $row (@rows) {
    next unless $row->{member} eq '';
    my ($type, $module) = @$row{qw(type module)};
    $row->{status} =
          !$types{$type} ? ($type =~ /^(\w+)\.(\w+)$/ && conforms($1, $2, 0) ? 'done' : 'missing')
        : (grep { $_ le $row->{priority} } @{ $by_type{"$module $type"} // [] }) ? 'partial'
        :                                                                          'done';
    $row->{override} = $is_open{$type} ? 'open' : 'closed' if ($form{$type} // '') eq 'open class' && $row->{status} ne 'missing';
}
for my $row (@rows) {
    $count{ $row->{module} }{ $row->{priority} }{ $row->{status} }++;
    $open_count{ $row->{member} eq '' ? 'class' : 'member' }{ $row->{override} }++ if $row->{override};
}

print "# Apple's symbols and their state here\n\n";
print "`script/symbols` writes this page from `data/apple-symbols.tsv`, `data/inert.tsv` and the public declarations in `Sources/`; do not\n";
print "edit it. P0 to P2 are the list's priorities.\n\n";
print "- *done*: declared, and the product reads or calls it where that is how it has its effect.\n";
print "- *inert*: declared, and nothing reads or calls it (`script/inert`); the list at the end has the reasons.\n";
print "- *partial*: a function that is declared with other argument labels only, or a type some of whose members are missing that are as\n";
print "  urgent as itself.\n";
print "- *missing*: not declared.\n\n";
print "Overriding: *open* where a client can subclass the type or override the member as on Apple's platforms, *closed* where Apple's is open\n";
print "and ours is not. A row such as `CMTime.Comparable` is a conformance.\n\n";
my @states = qw(done inert partial missing);
print "| module | ", join(' | ', map { my $p = $_; map { "$p $_" } @states } qw(P0 P1 P2)), " |\n";
print '|---' x (1 + 3 * @states), "|\n";
my %total;
for my $module (sort keys %count) {
    my @cells;
    for my $priority (qw(P0 P1 P2)) {
        for my $status (@states) {
            my $number = $count{$module}{$priority}{$status} // 0;
            $total{$status} += $number;
            push @cells, $number;
        }
    }
    print "| $module | ", join(' | ', @cells), " |\n";
}
print "\nIn all: ", join(', ', map { "$total{$_} $_" } @states), " of ", scalar @rows, ". ";
printf "Of Apple's open classes that are declared, %d are open and %d closed; of the members of open classes, %d and %d.\n",
    map { $_ // 0 } $open_count{class}{open}, $open_count{class}{closed}, $open_count{member}{open}, $open_count{member}{closed};
my ($module, $type) = ('', "\0");
for my $row (@rows) {
    if ($row->{module} ne $module) { print "\n## $row->{module}\n"; $module = $row->{module}; $type = "\0" }
    if ($row->{type} ne $type) {
        $type = $row->{type};
        print "\n### ", ($type eq '' ? 'Functions and constants' : $type), "\n\n| symbol | priority | status | overriding |\n|---|---|---|---|\n";
    }
    print "| ", ($row->{member} eq '' ? 'the type itself' : "`$row->{member}`"), " | $row->{priority} | $row->{status} | ", $row->{override} // '',
        " |\n";
}
print "\n## Inert members\n\nDeclared members that have no effect, also those that the list above lacks.\n\n| type | member | reason |\n|---|---|---|\n";
print "| $_->[0] | `$_->[1]` | $_->[2] |\n" for @inert;
