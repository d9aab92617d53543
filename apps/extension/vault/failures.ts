/** The failures of this browser's own storage: its database, and accounts that can no longer be read. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"

import { ownFailure } from "../messaging/failures.ts"
import { DatabaseClosed } from "./database/closed.ts"
import type { VaultProblem } from "./keys.ts"

/** A stored account that can no longer be read. */
export const accountClosed = (operation: string, name: string, { kind }: VaultProblem): ProviderError =>
  ownFailure({ is: "accountClosed", name, why: kind }, operation, { _tag: "Unauthorized" })

/** The browser's database fails. */
export const storageFailure =
  (operation: string) =>
  (error: StorageError): ProviderError =>
    ownFailure(
      error.cause instanceof DatabaseClosed
        ? { is: "storage", why: error.cause.why }
        : { is: "storage", why: "failed", detail: error.message },
      operation,
      { _tag: "Refused", guard: "ledger", nothing: "sent" }
    )

/** Converts a storage or vault problem of one account to its failure. */
export const accountFailure = (operation: string, name: string) => (error: StorageError | VaultProblem) =>
  error._tag === "VaultProblem" ? accountClosed(operation, name, error) : storageFailure(operation)(error)
