/** The sandbox that a program of this folder works against, and somebody whom it knows. */
export const baseUrl = process.env["INLAY_SALESDATA_BASE_URL"] ?? ""
export const apiKey = process.env["INLAY_SALESDATA_API_KEY"] ?? ""
export const person: Readonly<Record<string, string>> = JSON.parse(process.env["PERSON"] ?? "{}")
