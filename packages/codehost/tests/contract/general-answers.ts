// Answers that the service gives to any operation, and so describes once, in words, instead of with each operation.
// An answer is held to its operation first; this table is asked for statuses that the operation does not list, or lists
// without saying what is in them.

import type { Exchange } from "./exchange.ts"

interface GeneralAnswer {
  /** A named schema of the description; absent: there is no body. */
  readonly schema?: "basic-error" | "validation-error"
  /** Whether the request is one that may be answered so. */
  readonly fits: (exchange: Exchange) => boolean
  /** Where the service says so. */
  readonly source: string
}

const docs = "https://docs.github.com/en/rest/using-the-rest-api"

const always = () => true

const isConditional = ({ request }: Exchange) =>
  request.headers["if-none-match"] !== undefined || request.headers["if-modified-since"] !== undefined

const isWrite = ({ request }: Exchange) => request.method !== "GET"

/** Where issues are switched off, the whole of them is gone. */
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
