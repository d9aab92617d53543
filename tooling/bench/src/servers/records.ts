/** Answers every request with one JSON record and rate-limit headers, as fast as `node:http` can. */
import { createServer } from "node:http"

import { record } from "../record.ts"
import { listening } from "./start.ts"

const body = Buffer.from(JSON.stringify(record))
const headers = {
  "content-type": "application/json; charset=utf-8",
  "content-length": body.length,
  "x-ratelimit-limit": "1000000000",
  "x-ratelimit-remaining": "999999999",
  "x-ratelimit-reset": String(Math.ceil(Date.now() / 1000) + 3600)
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  request.resume()
  response.writeHead(200, headers).end(body)
})
listening(server)
