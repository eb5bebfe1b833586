# The xmlrpc gem, on one connection that is kept.
require 'json'
require 'xmlrpc/client'

def argument(param)
  case param['type']
  when 'int' then param['text'].to_i
  when 'date' then XMLRPC::DateTime.new(*param['text'].scan(/\A(\d{4})(\d\d)(\d\d)T(\d\d):(\d\d):(\d\d)\z/)[0].map(&:to_i))
  else param['text']
  end
end

order = JSON.parse($stdin.read)
client = XMLRPC::Client.new2(order['url'])
results = order['calls'].map do |call|
  { value: client.call(call['method'], *call['params'].map { |param| argument(param) }) }
rescue XMLRPC::FaultException => e
  { fault: { code: e.faultCode, text: e.faultString } }
end
puts JSON.generate(results)
