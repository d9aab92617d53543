// Responses that the service may give to any operation, and therefore describes once in its guides instead of per
// operation. A response is first checked against its operation; this table is used for statuses that the operation does
// not list, or lists without a body schema.

import type { Exchange } from "./exchange.ts"

interface GeneralAnswer {
  /** A named schema of the description; if absent, the response has no body. */
  readonly schema?: "basic-error" | "validation-error"
  /** Whether the request can get this response. */
  readonly fits: (exchange: Exchange) => boolean
  /** Where the service documents it. */
  readonly source: string
}

const docs = "https://docs.github.com/en/rest/using-the-rest-api"

const always = () => true

const isConditional = ({ request }: Exchange) =>
  request.headers["if-none-match"] !== undefined || request.headers["if-modified-since"] !== undefined

const isWrite = ({ request }: Exchange) => request.method !== "GET"

/** If issues are disabled, every endpoint of issues responds with 410. */
const ofIssues = ({ request }: Exchange) => /\/issues([/?]|$)/.test(request.target)

export const generalAnswers: Readonly<Record<number, GeneralAnswer>> = {
  304: {
    fits: isConditional,
    source: `${docs}/best-practices-for-using-the-rest-api#use-conditional-requests-if-appropriate`
  },
  400: { schema: "basic-error", fits: always, source: `${docs}/troubleshooting-the-rest-api#problems-parsing-json` },
  401: {
    schema: "basic-error",
    fits: always,
    source: "https://docs.github.com/en/rest/authentication/authenticating-to-the-rest-api#failed-login-limit"
  },
  403: { schema: "basic-error", fits: always, source: `${docs}/troubleshooting-the-rest-api#resource-not-accessible` },
  404: {
    schema: "basic-error",
    fits: always,
    source: `${docs}/troubleshooting-the-rest-api#404-not-found-for-an-existing-resource`
  },
  410: {
    schema: "basic-error",
    fits: ofIssues,
    source: "https://docs.github.com/en/rest/issues/issues#create-an-issue"
  },
  422: { schema: "validation-error", fits: isWrite, source: `${docs}/troubleshooting-the-rest-api#validation-failed` },
  429: { schema: "basic-error", fits: always, source: `${docs}/rate-limits-for-the-rest-api#exceeding-the-rate-limit` }
}
