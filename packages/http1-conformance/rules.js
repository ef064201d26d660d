/**
 * What the cases rest on: sentences of RFC 9110 (semantics) and RFC 9112
 * (HTTP/1.1). A case without such a sentence is no case.
 *
 * @typedef {object} Rule
 * @property {string} section
 * @property {'must' | 'should' | 'may'} level must: a server that does
 *   otherwise has failed; should: it is noted; may: several answers are right,
 *   and only a broken one has failed
 * @property {string} says
 * @property {boolean} [demandsStatus] whether it names the status of a refusal:
 *   to close without a word is not enough
 */

/** @type {Record<string, Rule>} */
export const rules = {
  'request-line': {
    section: 'RFC 9112 §3',
    level: 'should',
    says: 'Recipients of an invalid request-line SHOULD respond with either a 400 (Bad Request) error or a 301 (Moved Permanently) redirect with the request-target properly encoded.',
  },
  'request-line-words': {
    section: 'RFC 9112 §3',
    level: 'should',
    says: 'recipients MAY instead parse on whitespace-delimited word boundaries and, aside from the CRLF terminator, treat any form of whitespace as the SP separator',
  },
  'request-line-length': {
    section: 'RFC 9112 §3',
    level: 'should',
    says: 'It is RECOMMENDED that all HTTP senders and recipients support, at a minimum, request-line lengths of 8000 octets.',
  },
  'target-length': {
    section: 'RFC 9112 §3',
    level: 'must',
    demandsStatus: true,
    says: 'A server that receives a request-target longer than any URI it wishes to parse MUST respond with a 414 (URI Too Long) status code.',
  },
  'method-length': {
    section: 'RFC 9112 §3',
    level: 'should',
    says: 'A server that receives a method longer than any that it implements SHOULD respond with a 501 (Not Implemented) status code.',
  },
  'method-case': {
    section: 'RFC 9110 §9.1',
    level: 'must',
    says: 'The method token is case-sensitive',
  },
  'method-unknown': {
    section: 'RFC 9110 §9.1',
    level: 'should',
    says: 'An origin server that receives a request method that is unrecognized or not implemented SHOULD respond with the 501 (Not Implemented) status code.',
  },
  'method-known': {
    section: 'RFC 9110 §9.1',
    level: 'must',
    says: 'All general-purpose servers MUST support the methods GET and HEAD. All other methods are OPTIONAL.',
  },
  'empty-line': {
    section: 'RFC 9112 §2.2',
    level: 'should',
    says: 'a server that is expecting to receive and parse a request-line SHOULD ignore at least one empty line (CRLF) received prior to the request-line',
  },
  'line-feed': {
    section: 'RFC 9112 §2.2',
    level: 'may',
    says: 'a recipient MAY recognize a single LF as a line terminator and ignore any preceding CR',
  },
  'bare-cr': {
    section: 'RFC 9112 §2.2',
    level: 'must',
    says: 'A recipient of such a bare CR MUST consider that element to be invalid or replace each bare CR with SP before processing the element or forwarding the message.',
  },
  'space-before-fields': {
    section: 'RFC 9112 §2.2',
    level: 'must',
    says: 'A recipient that receives whitespace between the start-line and the first header field MUST either reject the message as invalid or consume each whitespace-preceded line without further processing of it',
  },
  grammar: {
    section: 'RFC 9112 §2.2',
    level: 'should',
    says: 'receives a sequence of octets that does not match the HTTP-message grammar aside from the robustness exceptions listed above, the server SHOULD respond with a 400 (Bad Request) response and close the connection',
  },
  version: {
    section: 'RFC 9112 §2.3',
    level: 'should',
    says: 'HTTP-version = HTTP-name "/" DIGIT "." DIGIT; HTTP-name = %s"HTTP"',
  },
  'version-major': {
    section: 'RFC 9110 §6.2',
    level: 'should',
    says: "A server can send a 505 (HTTP Version Not Supported) response if it wishes, for any reason, to refuse service of the client's major protocol version.",
  },
  'version-minor': {
    section: 'RFC 9110 §6.2',
    level: 'should',
    says: 'A recipient that receives a message with a major version number that it implements and a minor version number higher than what it implements SHOULD process the message as if it was in the highest minor version within that major version to which the recipient is conformant.',
  },
  'version-answer': {
    section: 'RFC 9110 §6.2',
    level: 'should',
    says: 'A server SHOULD send a response version equal to the highest version to which the server is conformant that has a major version less than or equal to the one received in the request.',
  },
  'target-space': {
    section: 'RFC 9112 §3.2',
    level: 'should',
    says: 'No whitespace is allowed in the request-target.',
  },
  'target-origin': {
    section: 'RFC 9112 §3.2.1',
    level: 'must',
    says: 'When making a request directly to an origin server, other than a CONNECT or server-wide OPTIONS request (as detailed below), a client MUST send only the absolute path and query components of the target URI as the request-target.',
  },
  'target-absolute': {
    section: 'RFC 9112 §3.2.2',
    level: 'must',
    says: 'To allow for transition to the absolute-form for all requests in some future version of HTTP, a server MUST accept the absolute-form in requests',
  },
  'target-absolute-host': {
    section: 'RFC 9112 §3.2.2',
    level: 'must',
    says: 'When an origin server receives a request with an absolute-form of request-target, the origin server MUST ignore the received Host header field (if any) and instead use the host information of the request-target.',
  },
  'target-authority': {
    section: 'RFC 9112 §3.2.3',
    level: 'should',
    says: 'The "authority-form" of request-target is only used for CONNECT requests',
  },
  'target-asterisk': {
    section: 'RFC 9112 §3.2.4',
    level: 'should',
    says: 'The "asterisk-form" of request-target is only used for a server-wide OPTIONS request',
  },
  'uri-empty-host': {
    section: 'RFC 9110 §4.2.1',
    level: 'must',
    says: 'A recipient that processes such a URI reference MUST reject it as invalid.',
  },
  'uri-userinfo': {
    section: 'RFC 9110 §4.2.4',
    level: 'should',
    says: 'Before making use of an "http" or "https" URI reference received from an untrusted source, a recipient SHOULD parse for userinfo and treat its presence as an error',
  },
  connect: {
    section: 'RFC 9110 §9.3.6',
    level: 'must',
    says: 'A server MUST reject a CONNECT request that targets an empty or invalid port number, typically by responding with a 400 (Bad Request) status code.',
  },
  'connect-answer': {
    section: 'RFC 9110 §9.3.6',
    level: 'must',
    says: 'A server MUST NOT send any Transfer-Encoding or Content-Length header fields in a 2xx (Successful) response to CONNECT.',
  },
  host: {
    section: 'RFC 9112 §3.2',
    level: 'must',
    demandsStatus: true,
    says: 'A server MUST respond with a 400 (Bad Request) status code to any HTTP/1.1 request message that lacks a Host header field and to any request message that contains more than one Host header field line or a Host header field with an invalid field value.',
  },
  'host-value': {
    section: 'RFC 9110 §7.2',
    level: 'must',
    says: 'Host = uri-host [ ":" port ]',
  },
  'field-name': {
    section: 'RFC 9110 §5.1',
    level: 'must',
    says: 'field-name = token',
  },
  'field-name-case': {
    section: 'RFC 9110 §5.1',
    level: 'must',
    says: 'Field names are case-insensitive',
  },
  'space-before-colon': {
    section: 'RFC 9112 §5.1',
    level: 'must',
    demandsStatus: true,
    says: 'A server MUST reject, with a response status code of 400 (Bad Request), any received request message that contains whitespace between a header field name and colon.',
  },
  'field-space': {
    section: 'RFC 9110 §5.5',
    level: 'must',
    says: 'a field parsing implementation MUST exclude such whitespace prior to evaluating the field value',
  },
  'field-value': {
    section: 'RFC 9110 §5.5',
    level: 'must',
    says: 'field-value = *field-content; field-content = field-vchar [ 1*( SP / HTAB / field-vchar ) field-vchar ]',
  },
  'field-danger': {
    section: 'RFC 9110 §5.5',
    level: 'must',
    says: 'a recipient of CR, LF, or NUL within a field value MUST either reject the message or replace each of those characters with SP before further processing or forwarding of that message',
  },
  'field-control': {
    section: 'RFC 9110 §5.5',
    level: 'may',
    says: 'Field values containing other CTL characters are also invalid; however, recipients MAY retain such characters for the sake of robustness when they appear within a safe context',
  },
  'field-opaque': {
    section: 'RFC 9110 §5.5',
    level: 'should',
    says: 'A recipient SHOULD treat other allowed octets in field content (i.e., obs-text) as opaque data.',
  },
  'field-combined': {
    section: 'RFC 9110 §5.2',
    level: 'must',
    says: 'When a field name is repeated within a section, its combined field value consists of the list of corresponding field line values within that section, concatenated in order, with each field line value separated by a comma.',
  },
  'field-size': {
    section: 'RFC 9110 §5.4',
    level: 'must',
    demandsStatus: true,
    says: 'A server that receives a request header field line, field value, or set of fields larger than it wishes to process MUST respond with an appropriate 4xx (Client Error) status code. Ignoring such header fields would increase the server’s vulnerability to request smuggling attacks',
  },
  fold: {
    section: 'RFC 9112 §5.2',
    level: 'must',
    demandsStatus: true,
    says: 'A server that receives an obs-fold in a request message that is not within a "message/http" container MUST either reject the message by sending a 400 (Bad Request) […] or replace each received obs-fold with one or more SP octets prior to interpreting the field value or forwarding the message downstream.',
  },
  length: {
    section: 'RFC 9112 §6.3',
    level: 'must',
    says: 'If a valid Content-Length header field is present without Transfer-Encoding, its decimal value defines the expected message body length in octets.',
  },
  'length-invalid': {
    section: 'RFC 9112 §6.3',
    level: 'must',
    demandsStatus: true,
    says: 'If a message is received without Transfer-Encoding and with an invalid Content-Length header field, then the message framing is invalid and the recipient MUST treat it as an unrecoverable error […] the server MUST respond with a 400 (Bad Request) status code and then close the connection.',
  },
  'length-repeated': {
    section: 'RFC 9110 §8.6',
    level: 'may',
    says: 'a recipient of a Content-Length header field value consisting of the same decimal value repeated as a comma-separated list […] MAY either reject the message as invalid or replace that invalid field value with a single valid decimal value',
  },
  'length-large': {
    section: 'RFC 9110 §8.6',
    level: 'must',
    says: 'a recipient MUST anticipate potentially large decimal numerals and prevent parsing errors due to integer conversion overflows or precision loss due to integer conversion',
  },
  'length-none': {
    section: 'RFC 9112 §6.3',
    level: 'must',
    says: 'If this is a request message and none of the above are true, then the message body length is zero (no message body is present).',
  },
  incomplete: {
    section: 'RFC 9112 §6.3',
    level: 'must',
    says: 'If the sender closes the connection or the recipient times out before the indicated number of octets are received, the recipient MUST consider the message to be incomplete and close the connection.',
  },
  'incomplete-request': {
    section: 'RFC 9112 §8',
    level: 'may',
    says: 'A server that receives an incomplete request message, usually due to a canceled request or a triggered timeout exception, MAY send an error response prior to closing the connection.',
  },
  'incomplete-chunks': {
    section: 'RFC 9112 §8',
    level: 'must',
    says: 'A message body that uses the chunked transfer coding is incomplete if the zero-sized chunk that terminates the encoding has not been received.',
  },
  'both-lengths': {
    section: 'RFC 9112 §6.1',
    level: 'must',
    says: 'A server MAY reject a request that contains both Content-Length and Transfer-Encoding or process such a request in accordance with the Transfer-Encoding alone. Regardless, the server MUST close the connection after responding to such a request to avoid the potential attacks.',
  },
  'coding-old': {
    section: 'RFC 9112 §6.1',
    level: 'must',
    says: 'A server or client that receives an HTTP/1.0 message containing a Transfer-Encoding header field MUST treat the message as if the framing is faulty, even if a Content-Length is present, and close the connection after processing the message.',
  },
  'coding-unknown': {
    section: 'RFC 9112 §6.1',
    level: 'should',
    says: 'A server that receives a request message with a transfer coding it does not understand SHOULD respond with 501 (Not Implemented).',
  },
  'coding-last': {
    section: 'RFC 9112 §6.3',
    level: 'must',
    demandsStatus: true,
    says: 'If a Transfer-Encoding header field is present in a request and the chunked transfer coding is not the final encoding, the message body length cannot be determined reliably; the server MUST respond with the 400 (Bad Request) status code and then close the connection.',
  },
  'coding-twice': {
    section: 'RFC 9112 §7.1',
    level: 'should',
    says: 'A sender MUST NOT apply the chunked transfer coding more than once to a message body (i.e., chunking an already chunked message is not allowed).',
  },
  'coding-parameters': {
    section: 'RFC 9112 §7.1',
    level: 'should',
    says: 'The chunked coding does not define any parameters. Their presence SHOULD be treated as an error.',
  },
  'coding-case': {
    section: 'RFC 9112 §7',
    level: 'must',
    says: 'All transfer-coding names are case-insensitive',
  },
  'list-empty': {
    section: 'RFC 9110 §5.6.1.2',
    level: 'may',
    says: 'A recipient MUST parse and ignore a reasonable number of empty list elements: enough to handle common mistakes by senders that merge values, but not so much that they could be used as a denial-of-service mechanism.',
  },
  chunked: {
    section: 'RFC 9112 §7.1',
    level: 'must',
    says: 'A recipient MUST be able to parse and decode the chunked transfer coding.',
  },
  'chunk-grammar': {
    section: 'RFC 9112 §7.1',
    level: 'should',
    says: 'chunk = chunk-size [ chunk-ext ] CRLF chunk-data CRLF; chunk-size = 1*HEXDIG',
  },
  'chunk-large': {
    section: 'RFC 9112 §7.1',
    level: 'must',
    says: 'recipients MUST anticipate potentially large hexadecimal numerals and prevent parsing errors due to integer conversion overflows or precision loss due to integer representation',
  },
  'chunk-extension': {
    section: 'RFC 9112 §7.1.1',
    level: 'must',
    says: 'A recipient MUST ignore unrecognized chunk extensions.',
  },
  'chunk-extension-limit': {
    section: 'RFC 9112 §7.1.1',
    level: 'should',
    says: 'A server ought to limit the total length of chunk extensions received in a request to an amount reasonable for the services provided […] and generate an appropriate 4xx (Client Error) response if that amount is exceeded.',
  },
  trailers: {
    section: 'RFC 9110 §6.5.1',
    level: 'must',
    says: 'a recipient MUST NOT merge a trailer field into the header section unless the recipient understands the corresponding header field definition and that definition explicitly permits and defines how trailer field values can be safely merged',
  },
  persistence: {
    section: 'RFC 9112 §9.3',
    level: 'must',
    says: 'if the received protocol is HTTP/1.1 (or later), the connection will persist after the current response',
  },
  'persistence-old': {
    section: 'RFC 9112 §9.3',
    level: 'must',
    says: 'if the received protocol is HTTP/1.0, the "keep-alive" connection option is present, […] the connection will persist after the current response; otherwise, the connection will close after the current response',
  },
  close: {
    section: 'RFC 9112 §9.6',
    level: 'must',
    says: 'A server that receives a "close" connection option MUST initiate closure of the connection after it sends the final response to the request that contained the "close" connection option. […] The server MUST NOT process any further requests received on that connection.',
  },
  'close-told': {
    section: 'RFC 9112 §9.6',
    level: 'should',
    says: 'The server SHOULD send a "close" connection option in its final response on that connection.',
  },
  lingering: {
    section: 'RFC 9112 §9.6',
    level: 'should',
    says: 'To avoid the TCP reset problem, servers typically close a connection in stages.',
  },
  'half-close': {
    section: 'RFC 9293 §3.6',
    level: 'should',
    says: 'CLOSE is an operation meaning "I have no more data to send." […] the user who CLOSEs may continue to RECEIVE until the TCP receiver is told that the remote peer has CLOSED also.',
  },
  'body-unread': {
    section: 'RFC 9112 §9.3',
    level: 'must',
    says: 'A server MUST read the entire request message body or close the connection after sending its response; otherwise, the remaining data on a persistent connection would be misinterpreted as the next request.',
  },
  pipelining: {
    section: 'RFC 9112 §9.3.2',
    level: 'must',
    says: 'it MUST send the corresponding responses in the same order that the requests were received',
  },
  head: {
    section: 'RFC 9110 §9.3.2',
    level: 'must',
    says: 'The HEAD method is identical to GET except that the server MUST NOT send content in the response.',
  },
  date: {
    section: 'RFC 9110 §6.6.1',
    level: 'must',
    says: 'An origin server with a clock […] MUST generate a Date header field in all 2xx (Successful), 3xx (Redirection), and 4xx (Client Error) responses',
  },
  'answer-length': {
    section: 'RFC 9110 §8.6',
    level: 'must',
    says: 'A server MUST NOT send a Content-Length header field in any response with a status code of 1xx (Informational) or 204 (No Content).',
  },
  'answer-coding': {
    section: 'RFC 9112 §6.1',
    level: 'must',
    says: 'A server MUST NOT send a Transfer-Encoding header field in any response with a status code of 1xx (Informational) or 204 (No Content).',
  },
  'answer-coding-old': {
    section: 'RFC 9112 §6.1',
    level: 'must',
    says: 'A server MUST NOT send a response containing Transfer-Encoding unless the corresponding request indicates HTTP/1.1 (or later minor revisions).',
  },
  continue: {
    section: 'RFC 9110 §10.1.1',
    level: 'must',
    says: 'an origin server MUST send either: an immediate response with a final status code […] or an immediate 100 (Continue) response to encourage the client to send the request content. […] The origin server MUST NOT wait for the content before sending the 100 (Continue) response.',
  },
  'continue-omitted': {
    section: 'RFC 9110 §10.1.1',
    level: 'may',
    says: 'A server MAY omit sending a 100 (Continue) response if it has already received some or all of the content for the corresponding request, or if the framing indicates that there is no content.',
  },
  'continue-old': {
    section: 'RFC 9110 §10.1.1',
    level: 'must',
    says: 'A server that receives a 100-continue expectation in an HTTP/1.0 request MUST ignore that expectation.',
  },
  expectation: {
    section: 'RFC 9110 §10.1.1',
    level: 'may',
    says: 'A server that receives an Expect field value containing a member other than 100-continue MAY respond with a 417 (Expectation Failed) status code to indicate that the unexpected expectation cannot be met.',
  },
  upgrade: {
    section: 'RFC 9110 §7.8',
    level: 'must',
    says: 'A server MAY ignore a received Upgrade header field if it wishes to continue using the current protocol on that connection. Upgrade cannot be used to insist on a protocol change.',
  },
  'upgrade-old': {
    section: 'RFC 9110 §7.8',
    level: 'must',
    says: 'A server MUST ignore an Upgrade header field that is received in an HTTP/1.0 request.',
  },
  'upgrade-taken': {
    section: 'RFC 9110 §7.8',
    level: 'must',
    says: 'A server that sends a 101 (Switching Protocols) response MUST send an Upgrade header field to indicate the new protocol(s) to which the connection is being switched',
  },
  'upgrade-continue': {
    section: 'RFC 9110 §7.8',
    level: 'must',
    says: 'If a server receives both an Upgrade and an Expect header field with the "100-continue" expectation (Section 10.1.1), the server MUST send a 100 (Continue) response before sending a 101 (Switching Protocols) response.',
  },
}
