# The same wallet service as verifying-wallet.py, for machines without Python: core modules only, one connection at a time.
use strict;
use warnings;
use Digest::SHA qw(hmac_sha256_hex);
use IO::Socket::INET;
use JSON::PP;

my $key      = pack 'H*', $ARGV[0];
my $json     = JSON::PP->new->ascii->allow_nonref;
my $verified = 0;
my @rejected;

my $server = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => 0, Listen => 128, ReuseAddr => 1)
    or die "No socket: $!";
$| = 1;
print $server->sockport, "\n";

# Ends with whoever started it.
if (my $server_pid = fork) {
    1 while sysread STDIN, my $rest, 4096;
    kill 'TERM', $server_pid;
    exit;
}

while (my $client = $server->accept) {
    binmode $client;
    my ($method, %header, %written) = ('');
    my $first = <$client> // next;
    ($method) = $first =~ /^(\S+)/;
    while (defined(my $line = <$client>)) {
        last if $line =~ /^\r?\n$/;
        next unless $line =~ /^([^:]+):\s*(.*?)\s*\r?\n$/;
        push @{ $header{ lc $1 } }, $2;
        push @{ $written{ lc $1 } }, $1;
    }
    my $body   = '';
    my $length = $header{'content-length'}[0] // 0;
    read($client, $body, $length) if $length;
    reply($client, $method eq 'GET' ? (200, { verified => $verified, rejected => \@rejected }) : take($body, \%header, \%written));
    close $client;
}

sub take {
    my ($body, $header, $written) = @_;
    my $problem = problem_of($body, $header, $written);
    if (defined $problem) {
        push @rejected, { problem => $problem, body => $body };
        return (401, { error => $problem });
    }
    $verified++;
    my $envelope = JSON::PP->new->utf8->decode($body);
    return (200, {
        status     => 'success',
        message    => '',
        customerId => $envelope->{customer_id},
        response   => { resultCode => 1, echo => $json->encode($envelope) },
    });
}

sub problem_of {
    my ($body, $header, $written) = @_;
    my @names = @{ $written->{x_msg_signature} // [] };
    return "the header X_msg_signature is there as @names" unless "@names" eq 'X_msg_signature';
    return 'Content-Type is wrong' unless join(',', @{ $header->{'content-type'} // [] }) eq 'application/json';
    my $claimed = $header->{x_msg_signature}[0];
    return "the signature is $claimed" unless $claimed =~ /\A[0-9a-f]{64}\z/;
    return 'the signature is wrong' unless hmac_sha256_hex($body, $key) eq $claimed;
    return undef;
}

sub reply {
    my ($client, $status, $body) = @_;
    my $content = $json->encode($body);
    print $client "HTTP/1.1 $status X\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
        . length($content) . "\r\n\r\n$content";
}
