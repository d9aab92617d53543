/** What a request must look like before the worker believes it: one schema for each request of the contract. */
import { MAX_CREDITS } from "@inlay/core-http/Credits"
import * as Schema from "effect/Schema"

import type { RequestName, Requests } from "./contract.ts"

const Text = Schema.String.check(Schema.isMaxLength(4096))
/** `Struct({})` would let texts and lists pass, as TypeScript's `{}` does. */
const Nothing = Schema.Record(Schema.String, Schema.Never)
/** What a user says that a lookup cost. */
const CreditsSaid = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0), Schema.isLessThanOrEqualTo(MAX_CREDITS))
const TabId = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

export const inputs: { readonly [N in RequestName]: Schema.Codec<Requests[N]["input"], unknown> } = {
  preview: Schema.Struct({ tabId: TabId }),
  enrich: Schema.Struct({ tabId: TabId, subject: Text, consent: Schema.Literals(["free", "charge", "chargeAgain"]) }),
  account: Nothing,
  saveAccount: Schema.Struct({
    values: Schema.Record(Schema.String.check(Schema.isMaxLength(64)), Text),
    force: Schema.Boolean
  }),
  preferences: Nothing,
  savePreferences: Schema.Struct({ showInPage: Schema.Boolean }),
  removeAccount: Nothing,
  spending: Nothing,
  settleCharge: Schema.Struct({ id: Text, credits: CreditsSaid }),
  askAgain: Schema.Struct({ id: Text })
}

export const Envelope = Schema.Struct({ inlay: Schema.String, input: Schema.Unknown })

export const isRequestName = (name: string): name is RequestName => Object.hasOwn(inputs, name)
