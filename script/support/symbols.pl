# script/symbols: usage: symbols.pl TOP; prints docs/apple-symbols.md
use strict;
use warnings;

my ($top) = @ARGV;
my (%types, %members, %bases, %parents);

# Returns name and argument labels of a declaration, as "name(label:label:)".
sub signature {
    my ($name, $list) = @_;
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
    my $labels = join '', map { /^\s*(?:\@\w+(?:\([^)]*\))?\s+)*(\w+)/ ? "$1:" : '_:' } @parts;
    # A caller may omit trailing arguments with default values.
    my @variants = ("$name($labels)");
    while (@parts && $parts[-1] =~ /=/) {
        pop @parts;
        push @variants, "$name(" . join('', map { /^\s*(?:\@\w+(?:\([^)]*\))?\s+)*(\w+)/ ? "$1:" : '_:' } @parts) . ')';
    }
    return @variants;
}

sub record {
    my ($type, @names) = @_;
    for my $name (@names) {
        $members{$type}{$name} = 1;
        $members{$type}{ lc $name } = 1 if $type =~ /^AV(Metadata|Media|File|Layer)/;
        (my $base = $name) =~ s/\(.*//;
        $bases{$type}{$base} = 1;
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
                record($scope->{type}, $cases =~ /(\w+)/g);
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
                record($scope->{type}, signature($name, $list));
            } elsif ($kind eq 'typealias') {
                $types{ $scope->{type} ? "$scope->{type}.$1" : $1 } = 1 if $text =~ /\G\s+(\w+)/gc;
            } elsif ($text =~ /\G\s+([^\n={]+)/gc) {
                my $names = $1;
                $names =~ s/:[^,]*(?=,|$)//g;
                record($scope->{type}, $names =~ /(\w+)/g);
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

# Foundation declares these, and CoreGraphics exports it.
$types{$_} = 1 for qw(CGFloat CGPoint CGRect CGSize);

# A member may be inherited from a superclass or a protocol.
sub has {
    my ($table, $type, $name, $depth) = @_;
    return 1 if $table->{$type}{$name};
    return 0 if $depth > 8;
    for my $parent (@{ $parents{$type} // [] }) { return 1 if $parent ne $type && has($table, $parent, $name, $depth + 1) }
    return 0;
}

my (@rows, %count, %by_type);
open(my $list, '<', "$top/data/apple-symbols.tsv") or die "data/apple-symbols.tsv: $!\n";
while (<$list>) {
    chomp;
    my ($module, $type, $member, $priority) = split /\t/;
    push @rows, { module => $module, type => $type, member => $member, priority => $priority };
}
for my $row (@rows) {
    next if $row->{member} eq '';
    my ($type, $member) = @$row{qw(type member)};
    my $name = $type =~ /^AV(Metadata|Media|File|Layer)/ ? lc $member : $member;
    (my $base = $member) =~ s/\(.*//;
    my $known_type = $type eq '' || $types{$type};
    $row->{status} =
          has(\%members, $type, $member, 0) || has(\%members, $type, $name, 0) ? 'done'
        : has(\%bases, $type, $base, 0) ? ($member =~ /\(/ ? 'partial' : 'done')
        : $type eq '' && $types{$member} ? 'done'
        :                                  'missing';
    # Missing members of a lower priority do not make a type partial.
    push @{ $by_type{"$row->{module} $type"} }, $row->{priority} if $known_type && $row->{status} ne 'done';
}
for my $row (@rows) {
    next unless $row->{member} eq '';
    my ($type, $module) = @$row{qw(type module)};
    $row->{status} =
          !$types{$type} ? ($type =~ /^(\w+)\.(\w+)$/ && conforms($1, $2, 0) ? 'done' : 'missing')
        : (grep { $_ le $row->{priority} } @{ $by_type{"$module $type"} // [] }) ? 'partial'
        :                                                                          'done';
}
$count{ $_->{module} }{ $_->{priority} }{ $_->{status} }++ for @rows;

print "# Apple's symbols and what of them is here\n\n";
print "Made by `script/symbols` from `data/apple-symbols.tsv` and the public declarations in `Sources/`; nobody edits it. P0 to P2 are the\n";
print "list's priorities. *partial*: declared with other argument labels, or a type some of whose members are missing\n";
print "that are as urgent as itself. A row such as `CMTime.Comparable` is a conformance.\n\n";
print "| module | P0 done | P0 partial | P0 missing | P1 done | P1 partial | P1 missing | P2 done | P2 partial | P2 missing |\n";
print "|---|---|---|---|---|---|---|---|---|---|\n";
my %total;
for my $module (sort keys %count) {
    my @cells;
    for my $priority (qw(P0 P1 P2)) {
        for my $status (qw(done partial missing)) {
            my $number = $count{$module}{$priority}{$status} // 0;
            $total{$status} += $number;
            push @cells, $number;
        }
    }
    print "| $module | ", join(' | ', @cells), " |\n";
}
print "\nIn all: $total{done} done, $total{partial} partial, $total{missing} missing of ", scalar @rows, ".\n";
my ($module, $type) = ('', "\0");
for my $row (@rows) {
    if ($row->{module} ne $module) { print "\n## $row->{module}\n"; $module = $row->{module}; $type = "\0" }
    if ($row->{type} ne $type) {
        $type = $row->{type};
        print "\n### ", ($type eq '' ? 'Functions and constants' : $type), "\n\n| symbol | priority | status |\n|---|---|---|\n";
    }
    print "| ", ($row->{member} eq '' ? 'the type itself' : "`$row->{member}`"), " | $row->{priority} | $row->{status} |\n";
}
