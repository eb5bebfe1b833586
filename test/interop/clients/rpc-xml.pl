# RPC::XML guesses types: the text "0012" leaves as <int>0012</int>, a text that looks like a date as dateTime.iso8601.
use strict;
use warnings;
use JSON::PP;
use RPC::XML;
use RPC::XML::Client;

my $order  = decode_json(join '', <STDIN>);
my $client = RPC::XML::Client->new($order->{url});
my @results;
for my $call (@{ $order->{calls} }) {
    my $response = $client->send_request($call->{method}, map { $_->{text} } @{ $call->{params} });
    die "No response: $response" unless ref $response;
    my $value = $response->value;
    push @results, $response->is_fault
        ? { fault => { code => $value->{faultCode}, text => $value->{faultString} } }
        : { value => $value };
}
print encode_json(\@results);
