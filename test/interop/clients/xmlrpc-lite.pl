# XMLRPC::Lite guesses types, and asks for SOAP beside XML.
use strict;
use warnings;
use JSON::PP;
use XMLRPC::Lite;

my $order  = decode_json(join '', <STDIN>);
my $client = XMLRPC::Lite->proxy($order->{url});
my @results;
for my $call (@{ $order->{calls} }) {
    my @params = map { $_->{type} eq 'date' ? XMLRPC::Data->type(dateTime => $_->{text}) : $_->{text} } @{ $call->{params} };
    my $response = $client->call($call->{method}, @params);
    push @results, $response->fault
        ? { fault => { code => $response->faultcode, text => $response->faultstring } }
        : { value => $response->result };
}
print encode_json(\@results);
