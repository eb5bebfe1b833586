# Frontier::Client guesses types: digits leave as <i4>, leading zeroes included.
use strict;
use warnings;
use Frontier::Client;
use JSON::PP;

my $order  = decode_json(join '', <STDIN>);
my $client = Frontier::Client->new(url => $order->{url});
my @results;
for my $call (@{ $order->{calls} }) {
    my @params = map { $_->{type} eq 'date' ? $client->date_time($_->{text}) : $_->{text} } @{ $call->{params} };
    my $value = eval { $client->call($call->{method}, @params) };
    if (defined $value) { push @results, { value => $value } }
    else {
        my ($code, $text) = $@ =~ /fault code (-?\d+): (.*?)(?: at \S+ line \d+\.)?\s*\z/s or die $@;
        push @results, { fault => { code => $code, text => $text } };
    }
}
print encode_json(\@results);
