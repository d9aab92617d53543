import { storageError } from "@inlay/sql-stores/store-operation"
import {
  ConnectionError,
  ConstraintError,
  DeadlockError,
  LockTimeoutError,
  SerializationError,
  SqlError,
  UnknownError
} from "effect/sql/SqlError"
import { expect, it } from "vitest"

import { concernsEveryWrite } from "./connection.ts"

const facts = { message: "refused", operation: "execute", cause: undefined }
const unknown = (code: string) => new UnknownError({ ...facts, cause: { code } })

it.each([
  ["a server that is full", unknown("53300"), true],
  ["a server that is shutting down", unknown("57P01"), true],
  ["a server that is starting", unknown("57P03"), true],
  ["a server that takes no writes", unknown("25006"), true],
  ["a lost connection", new ConnectionError(facts), true],
  ["a lock that another program holds", new LockTimeoutError(facts), true],
  // It was undone for others to go on: it can be run again.
  ["a deadlock", new DeadlockError(facts), false],
  ["a concurrent change", new SerializationError(facts), false],
  ["a row that the table refuses", new ConstraintError(facts), false]
])("whether it concerns every write that waits together is known of %s", (_, reason, expected) => {
  const error = new SqlError({ reason })
  expect([concernsEveryWrite(error), concernsEveryWrite(storageError("inbox.add")(error))]).toEqual([
    expected,
    expected
  ])
})
