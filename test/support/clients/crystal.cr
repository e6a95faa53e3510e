# Crystal's HTTP::Client, one object for all calls.
require "http/client"

client = nil
ARGV.each_slice(2) do |(url, file)|
  uri = URI.parse(url)
  client ||= HTTP::Client.new(uri)
  headers = HTTP::Headers{"Content-Type" => "application/json"}
  puts client.post(uri.path, headers, File.read(file)).body.gsub("\n", " ")
rescue IO::Error
  puts "lost"
end
