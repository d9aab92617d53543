/** The sandbox that the programs in this folder use, and a person whom it knows. */
export const baseUrl = process.env["INLAY_SALESDATA_BASE_URL"] ?? ""
export const apiKey = process.env["INLAY_SALESDATA_API_KEY"] ?? ""
export const person: Readonly<Record<string, string>> = JSON.parse(process.env["PERSON"] ?? "{}")
