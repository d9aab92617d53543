/** `@octokit/webhooks` as middleware of Node's server: verifies and parses a delivery, and stores nothing. */
import { createServer } from "node:http"

import { createNodeMiddleware, Webhooks } from "@octokit/webhooks"

import { WEBHOOK_SECRET } from "../webhooks.ts"
import { listening } from "./start.ts"

const webhooks = new Webhooks({ secret: WEBHOOK_SECRET })
webhooks.onAny(() => {})
const handle = createNodeMiddleware(webhooks, { path: "/webhooks" })
listening(createServer({ keepAliveTimeout: 60_000 }, (request, response) => void handle(request, response)))
