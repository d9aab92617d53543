import { StorageError } from "@inlay/core-http/StorageError"
import { expect, it } from "vitest"

import { failureOf } from "../messaging/failures.ts"
import { DatabaseClosed } from "./database/closed.ts"
import { storageFailure } from "./failures.ts"

it.each([
  [new DatabaseClosed("newer"), { is: "storage", why: "newer" }],
  [new DatabaseClosed("blocked"), { is: "storage", why: "blocked" }],
  [new Error("full"), { is: "storage", why: "failed", detail: "ledger.spent failed: full" }]
])("names why the storage does not work: %s", (cause, own) => {
  const failure = failureOf(storageFailure("preview")(new StorageError({ operation: "ledger.spent", cause })))
  expect(failure).toMatchObject({ own, what: "", nothing: "sent" })
})
