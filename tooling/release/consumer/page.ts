/** What a browser program imports from the packed client. It is bundled and run in a Chromium. */
export { createSalesData, ProviderError } from "@inlay/salesdata/promise"
