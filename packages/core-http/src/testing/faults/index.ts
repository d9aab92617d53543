/** Every fault by name, for tables and for tests of some of them. */
import { bodies } from "./bodies.ts"
import { compression } from "./compression.ts"
import { connections } from "./connections.ts"
import type { Fault } from "./fault.ts"
import { framing } from "./framing.ts"
import { headers } from "./headers.ts"
import { redirects } from "./redirects.ts"
import { statuses } from "./statuses.ts"
import { timing } from "./timing.ts"

const table = {
  ...bodies,
  ...compression,
  ...framing,
  ...headers,
  ...redirects,
  ...statuses,
  ...timing,
  ...connections
}

export type FaultName = keyof typeof table

export const faults: Readonly<Record<FaultName, Fault>> = table

export const faultNames = Object.keys(table) as ReadonlyArray<FaultName>
