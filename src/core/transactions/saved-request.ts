import { isJsonObject, type JsonObject } from '../wire/json.js';

/** Parses a saved request, without its checksum. A reader of that could retransmit the call in the name of the terminal. */
export function savedEnvelope(request: string): JsonObject {
  const envelope = JSON.parse(request) as JsonObject;
  const { checksum: _checksum, ...fields } = envelope['request'] as JsonObject;
  return { ...envelope, request: fields };
}

/** Returns the KLV of a call, or of the message in it. */
export function savedDataOf(envelope: JsonObject): JsonObject {
  const request = envelope['request'] as JsonObject;
  const data = request['transaction_data'] ?? request['message_data'];
  return isJsonObject(data) ? data : {};
}
