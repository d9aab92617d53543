/** What a browser program takes of the packed client, bundled and run in a Chromium. */
export { createSalesData, ProviderError } from "@inlay/salesdata/promise"
