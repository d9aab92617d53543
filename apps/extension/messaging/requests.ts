/** The guards that check the input of every request in the contract before the worker handles it. */
import { inputs as accounts } from "../features/accounts/requests.ts"
import { inputs as charges } from "../features/charges/requests.ts"
import { inputs as enrich } from "../features/enrich/requests.ts"
import { inputs as history } from "../features/history/requests.ts"
import { inputs as hub } from "../features/hub/requests.ts"
import { inputs as notes } from "../features/notes/requests.ts"
import { inputs as notifications } from "../features/notifications/requests.ts"
import { inputs as pageLine } from "../features/page-line/requests.ts"
import { inputs as people } from "../features/people/requests.ts"
import { inputs as preferences } from "../features/preferences/requests.ts"
import { inputs as repository } from "../features/repository/requests.ts"
import { inputs as site } from "../features/site/requests.ts"
import type { RequestName, Requests } from "./contract.ts"
import type { Inputs } from "./shape.ts"

export const inputs: Inputs<Requests> = {
  ...accounts,
  ...charges,
  ...enrich,
  ...history,
  ...hub,
  ...notes,
  ...notifications,
  ...pageLine,
  ...people,
  ...preferences,
  ...repository,
  ...site
}

export const isRequestName = (name: string): name is RequestName => Object.hasOwn(inputs, name)
