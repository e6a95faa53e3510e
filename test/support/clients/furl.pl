# Perl's Furl.
use strict;
use warnings;
use Furl;

my $client = Furl->new;
my @close = $ENV{NEVER_AGAIN} ? ('Connection' => 'close') : ();
while (my ($url, $file) = splice @ARGV, 0, 2) {
    open my $in, '<:raw', $file or die $!;
    my $body = do { local $/; <$in> };
    my $answer = $client->post($url, ['Content-Type' => 'application/json', @close], $body);
    # Furl reports a lost connection as an answer of its own.
    my $text = $answer->headers->header('X-Internal-Response') ? 'lost' : $answer->content;
    $text =~ tr/\n/ /;
    print "$text\n";
}
