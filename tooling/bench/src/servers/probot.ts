/** `probot` as middleware of Node's server: verifies a delivery, passes it to an app, and stores nothing. */
import { generateKeyPairSync } from "node:crypto"
import { createServer } from "node:http"

import { createNodeMiddleware, createProbot, type ApplicationFunction } from "probot"

import { WEBHOOK_SECRET } from "../webhooks.ts"
import { listening } from "./start.ts"

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" }
})
const app: ApplicationFunction = ({ onAny }) => {
  onAny(() => {})
}
const handle = await createNodeMiddleware(app, {
  probot: createProbot({ overrides: { appId: 1, privateKey, secret: WEBHOOK_SECRET, logLevel: "fatal" } }),
  webhooksPath: "/webhooks"
})
listening(createServer({ keepAliveTimeout: 60_000 }, (request, response) => void handle(request, response)))
