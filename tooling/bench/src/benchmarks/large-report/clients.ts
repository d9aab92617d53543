/**
 * The clients that read a large report. Each is imported when it is created, so that a process loads only what it uses.
 */

export const FETCH = "fetch + JSON.parse"
export const ROWS = "inlay analytics, rows"
export const COLUMNS = "inlay analytics, columns"
export const GOOGLEAPIS = "@googleapis/analyticsdata"
export const OFFICIAL = "@google-analytics/data, REST"

/** Reads a report of `rowCount` rows once. Returns how many rows it received. */
type Read = (rowCount: number) => Promise<number>

const TOKEN = "an-access-token-of-usual-length-0123456789"
const PROPERTY = "properties/1234"

const report = {
  metrics: ["sessions", "activeUsers", "totalRevenue", "keyEvents"],
  dimensions: ["date", "country", "pagePath", "eventName"]
}
const request = {
  metrics: report.metrics.map((name) => ({ name })),
  dimensions: report.dimensions.map((name) => ({ name })),
  dateRanges: [{ startDate: "28daysAgo", endDate: "yesterday" }]
}

const analytics = async (origin: string) => {
  const { createAnalytics } = await import("@inlay/analytics/promise")
  return createAnalytics({ dataBaseUrl: origin, adminBaseUrl: origin, token: TOKEN })
}

export const clients: Readonly<Record<string, (origin: string) => Promise<Read>>> = {
  [FETCH]: (origin) => {
    const url = `${origin}/v1beta/${PROPERTY}:runReport`
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" }
    return Promise.resolve(async (limit) => {
      const response = await fetch(url, { method: "POST", headers, body: JSON.stringify({ ...request, limit }) })
      const { rows } = JSON.parse(await response.text()) as { readonly rows: ReadonlyArray<unknown> }
      return rows.length
    })
  },
  [ROWS]: async (origin) => {
    const { reports } = await analytics(origin)
    return async (limit) => (await reports.run({ property: PROPERTY, ...report, limit })).rows.length
  },
  [COLUMNS]: async (origin) => {
    const { reports } = await analytics(origin)
    return async (limit) =>
      (await reports.columns({ property: PROPERTY, ...report, limit })).columns[0]?.values.length ?? 0
  },
  [GOOGLEAPIS]: async (origin) => {
    const { analyticsdata, auth } = await import("@googleapis/analyticsdata")
    const credential = new auth.OAuth2()
    credential.setCredentials({ access_token: TOKEN })
    const client = analyticsdata({ version: "v1beta", auth: credential, rootUrl: `${origin}/` })
    return async (limit) => {
      const requestBody = { ...request, limit: String(limit) }
      const { data } = await client.properties.runReport({ property: PROPERTY, requestBody })
      return data.rows?.length ?? 0
    }
  },
  [OFFICIAL]: async (origin) => {
    const { BetaAnalyticsDataClient } = await import("@google-analytics/data")
    const { auth } = await import("@googleapis/analyticsdata")
    const authClient = new auth.OAuth2()
    authClient.setCredentials({ access_token: TOKEN })
    const { hostname, port } = new URL(origin)
    // Its types do not know the option for plain HTTP.
    const options = { fallback: true, protocol: "http", apiEndpoint: hostname, port: Number(port), authClient }
    const client = new BetaAnalyticsDataClient(options)
    return async (limit) => (await client.runReport({ property: PROPERTY, ...request, limit }))[0].rows?.length ?? 0
  }
}
