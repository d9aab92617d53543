// Operations of the service that stand beside those that are simulated and are not: answered with 501, so that nobody takes
// a gap of the sandbox for an answer of the service.

import type { Routes } from "./context.ts"
import { Refusal } from "./errors.ts"

const templates = [
  "GET /app/hook/config",
  "PATCH /app/hook/config",
  "GET /app/hook/deliveries",
  "GET /app/hook/deliveries/{delivery_id}",
  "POST /app/hook/deliveries/{delivery_id}/attempts",
  "GET /notifications/threads/{thread_id}/subscription",
  "PUT /notifications/threads/{thread_id}/subscription",
  "DELETE /notifications/threads/{thread_id}/subscription",
  "GET /events",
  "GET /repos/{owner}/{repo}/events",
  "GET /orgs/{org}/events",
  "GET /users/{username}/events",
  "GET /users/{username}/received_events",
  "GET /user/subscriptions",
  "GET /users/{username}/subscriptions"
]

const refuse = (): never => {
  throw new Refusal(501, "This operation of the service is not simulated.")
}

export const unsimulatedRoutes: Routes = Object.fromEntries(templates.map((template) => [template, { run: refuse }]))
