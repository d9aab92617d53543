// Cities of every Australian state and territory and of all sixteen New Zealand regions.

export interface Place {
  readonly city: string
  /** The short state code in Australia, the region's name in New Zealand. */
  readonly state: string
  readonly stateName: string
  readonly country: "Australia" | "New Zealand"
  /** Telephone area code without the leading zero. */
  readonly area: string
  readonly weight: number
}

type Row = readonly [city: string, state: string, stateName: string, area: string, weight: number]

const australia: ReadonlyArray<Row> = [
  ["Sydney", "NSW", "New South Wales", "2", 150],
  ["Parramatta", "NSW", "New South Wales", "2", 36],
  ["Newcastle", "NSW", "New South Wales", "2", 24],
  ["Wollongong", "NSW", "New South Wales", "2", 16],
  ["Wagga Wagga", "NSW", "New South Wales", "2", 8],
  ["Melbourne", "VIC", "Victoria", "3", 150],
  ["Geelong", "VIC", "Victoria", "3", 20],
  ["Ballarat", "VIC", "Victoria", "3", 12],
  ["Bendigo", "VIC", "Victoria", "3", 10],
  ["Brisbane", "QLD", "Queensland", "7", 90],
  ["Gold Coast", "QLD", "Queensland", "7", 34],
  ["Cairns", "QLD", "Queensland", "7", 12],
  ["Townsville", "QLD", "Queensland", "7", 12],
  ["Perth", "WA", "Western Australia", "8", 70],
  ["Fremantle", "WA", "Western Australia", "8", 12],
  ["Adelaide", "SA", "South Australia", "8", 48],
  ["Mount Gambier", "SA", "South Australia", "8", 5],
  ["Hobart", "TAS", "Tasmania", "3", 14],
  ["Launceston", "TAS", "Tasmania", "3", 8],
  ["Canberra", "ACT", "Australian Capital Territory", "2", 30],
  ["Darwin", "NT", "Northern Territory", "8", 10],
  ["Alice Springs", "NT", "Northern Territory", "8", 5]
]

const newZealand: ReadonlyArray<Row> = [
  ["Whangārei", "Northland", "Northland", "9", 8],
  ["Auckland", "Auckland", "Auckland", "9", 100],
  ["Manukau", "Auckland", "Auckland", "9", 20],
  ["Hamilton", "Waikato", "Waikato", "7", 22],
  ["Tauranga", "Bay of Plenty", "Bay of Plenty", "7", 16],
  ["Rotorua", "Bay of Plenty", "Bay of Plenty", "7", 8],
  ["Gisborne", "Gisborne", "Gisborne", "6", 4],
  ["Napier", "Hawke's Bay", "Hawke's Bay", "6", 8],
  ["New Plymouth", "Taranaki", "Taranaki", "6", 8],
  ["Palmerston North", "Manawatū-Whanganui", "Manawatū-Whanganui", "6", 8],
  ["Wellington", "Wellington", "Wellington", "4", 46],
  ["Lower Hutt", "Wellington", "Wellington", "4", 8],
  ["Richmond", "Tasman", "Tasman", "3", 3],
  ["Nelson", "Nelson", "Nelson", "3", 5],
  ["Blenheim", "Marlborough", "Marlborough", "3", 4],
  ["Greymouth", "West Coast", "West Coast", "3", 3],
  ["Christchurch", "Canterbury", "Canterbury", "3", 40],
  ["Dunedin", "Otago", "Otago", "3", 14],
  ["Queenstown", "Otago", "Otago", "3", 6],
  ["Invercargill", "Southland", "Southland", "3", 5]
]

const placesIn = (country: Place["country"], rows: ReadonlyArray<Row>): ReadonlyArray<Place> =>
  rows.map(([city, state, stateName, area, weight]) => ({ city, state, stateName, country, area, weight }))

export const places: ReadonlyArray<Place> = [
  ...placesIn("Australia", australia),
  ...placesIn("New Zealand", newZealand)
]
