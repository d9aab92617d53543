/** Requests for an account's spending and its unknown charges, each of which is settled or asked again. */
import { MAX_CREDITS } from "@inlay/core-http/Credits"

import { refShape, type AccountRef } from "../../messaging/account.ts"
import { isNumberIn, isStruct, isTextOf, type Inputs } from "../../messaging/shape.ts"
import { seenPriceShape, type Outcome, type SeenPrice } from "../enrich/requests.ts"
import type { UnknownCharge } from "./unknown-charge.ts"

/** An account's spending, for the options page. */
export interface Spending {
  /** Credits of the UTC day. */
  readonly today: number
  /** Oldest first. */
  readonly unknownCharges: ReadonlyArray<UnknownCharge>
}

export interface ChargeRequests {
  readonly spending: { readonly input: AccountRef; readonly output: Spending }
  /** Records what an unknown charge cost, in credits. Sends nothing. */
  readonly settleCharge: {
    readonly input: AccountRef & { readonly id: string; readonly credits: number }
    readonly output: null
  }
  /** Repeats the lookup of an unknown charge, which may then be charged twice. Its id is unknown to any other hub. */
  readonly askAgain: {
    readonly input: AccountRef & Pick<SeenPrice, "upTo"> & { readonly id: string }
    readonly output: Outcome
    readonly mayCost: true
  }
}

const isRowId = isTextOf(4096)

export const inputs: Inputs<ChargeRequests> = {
  spending: isStruct(refShape),
  settleCharge: isStruct({ ...refShape, id: isRowId, credits: isNumberIn(0, MAX_CREDITS) }),
  askAgain: isStruct({ ...refShape, upTo: seenPriceShape.upTo, id: isRowId })
}
