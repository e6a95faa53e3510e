# Ruby's HTTPClient.
require "httpclient"

client = HTTPClient.new
ARGV.each_slice(2) do |url, file|
  puts client.post(url, File.read(file), "Content-Type" => "application/json").body.tr("\n", " ")
rescue HTTPClient::KeepAliveDisconnected, SystemCallError, IOError
  puts "lost"
end
