/** The sales data sandbox, without its limits on requests and credits. */
import { startSandbox } from "@inlay/salesdata-sandbox"

import { serve } from "./start.ts"

const { urls, env } = await startSandbox({ ratePerMinute: 1_000_000, balance: 1_000_000 })
serve({ baseUrl: urls.salesdata, apiKey: env["INLAY_SALESDATA_API_KEY"] })
