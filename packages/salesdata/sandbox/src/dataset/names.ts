// Given and family names of communities in Australia and New Zealand. They are combined at random, so the people are
// invented.

const list = (text: string): ReadonlyArray<string> => text.split(",").map((name) => name.trim())

export interface NamePool {
  readonly community: string
  readonly weight: number
  readonly given: ReadonlyArray<string>
  readonly family: ReadonlyArray<string>
}

export const namePools: ReadonlyArray<NamePool> = [
  {
    community: "British",
    weight: 34,
    given: list(`Charlotte, Jack, Matilda, Lachlan, Isla, Angus, Georgia, Hamish, Imogen, Callum, Phoebe,
      Fergus, Tilly, Rory, Harriet, Ewan, Poppy, Digby, Elodie, Tobias, Freya, Xavier, Beatrix, Jasper,
      Willa, Archie, Clementine, Hugo, Bronte, Felix`),
    family: list(`Ashworth, Barlow, Cavendish, Drummond, Ellery, Fairweather, Garside, Hathaway, Inglis,
      Jardine, Kirkbride, Lockwood, Marchbank, Netherby, Oakden, Pemberton, Quayle, Radcliffe, Stirling,
      Thornbury, Underhill, Varley, Whitlock, Yarrow, Abernethy, Buchan, Carmody, Dunmore, Farquhar, Gillies`)
  },
  {
    community: "Irish",
    weight: 8,
    given: list(`Siobhán, Declan, Aoife, Cormac, Niamh, Eoin, Róisín, Padraig, Orla, Cillian, Gráinne, Fintan`),
    family: list(`O'Brien, O'Connell, O'Dowd, O'Halloran, D'Arcy, O'Riordan, Mac Giolla, Brannigan, Kinsella,
      O'Shaughnessy, Gallagher, Tiernan`)
  },
  {
    community: "Māori",
    weight: 12,
    given: list(`Aroha, Tāne, Mereana, Wiremu, Hinemoa, Rāwiri, Kahurangi, Tama, Ngaire, Hēmi, Māia, Tūī,
      Anahera, Kauri, Marama, Nīkau, Tīaho, Pania, Ariki, Wikitōria, Matiu, Hana, Manaaki, Tāwhiri`),
    family: list(`Tāmati-Reid, Tūhaka, Paraone, Wharepapa, Ngātai, Parāone, Te Rangi, Tākuta, Hēnare-Walsh,
      Kereama, Pōmare-Scott, Rāpana, Tamihana, Te Whata, Manihera, Wīneera, Āpirana, Matenga, Te Aho,
      Raukawa, Hōhepa, Kīngi, Tautari, Whāiti`)
  },
  {
    community: "Pasifika",
    weight: 8,
    given: list(`Sione, Mele, Tavita, Losa, Semisi, ʻAna, Ioane, Sinaʻi, Viliami, Leilani, Tevita, Fetu, Lupe,
      Manase, Salote, Iosefa, Talia, Penitoa, Masina, ʻOfa`),
    family: list(`Fonoti, Latu, Vainikolo, Leota, Tuʻipulotu, Fifita, Moala, Seumalo, Lolohea, Toleafoa, Uhila,
      Vakauta, Faʻamausili, Kaho, Manuʻa, Raivaru, Tamaʻariki, Taliaʻuli, Veikune, Qalo`)
  },
  {
    community: "Chinese",
    weight: 10,
    given: list(`Wei, Mei Lin, Jun, Xiaoyu, Kai Ming, Yan, Zhihao, Li Na, Haoran, Jia Hui, Ming, Yutong, Bo, Siu Wai,
      Jasmine, Vincent, Grace, Eric`),
    family: list(
      `Zhang, Chen, Huang, Lim, Wong, Leung, Xu, Zhao, Cheung, Tan, Sun, Guo, Fung, Ho, Luo, Tang, Yeoh, Qiu`
    )
  },
  {
    community: "Indian",
    weight: 10,
    given: list(`Priya, Arjun, Ananya, Rohan, Harpreet, Karthik, Divya, Gurpreet, Meera, Vikram, Lakshmi, Sanjay,
      Ishaan, Kavya, Jasleen, Nikhil, Deepa, Aditya`),
    family: list(`Sharma, Patel, Iyer, Singh, Kaur, Reddy, Menon, Banerjee, Gill, Nair, Deshmukh, Krishnan, Sandhu,
      Chowdhury, Rao, Bhatt, Fernandes, Pillai`)
  },
  {
    community: "Vietnamese",
    weight: 6,
    given: list(`Linh, Minh, Thảo, Đức, Hương, Quân, Ngọc Anh, Tuấn, Phương, Bảo, Kim Oanh, Khánh, Vy, Trung`),
    family: list(`Nguyễn, Trần, Lê, Phạm, Hoàng, Võ, Đặng, Bùi, Đỗ, Huỳnh, Dương, Lý`)
  },
  {
    community: "Greek",
    weight: 4,
    given: list(`Eleni, Dimitri, Kalliope, Stavros, Despina, Yianni, Anthoula, Kosta, Vasiliki, Theo`),
    family: list(
      `Papadakis, Karras, Vlahos, Economou, Stamatelos, Kyriakou, Drakopoulos, Manousakis, Tsoukalas, Zervas`
    )
  },
  {
    community: "Lebanese",
    weight: 4,
    given: list(`Layla, Elias, Nour, Youssef, Rima, Charbel, Yasmin, Antoun, Hala, Bashir`),
    family: list(`Haddad, Khoury, El-Masri, Saab, Nassar, Tannous, Abi-Rached, Chidiac, Farah, Moussa`)
  },
  {
    community: "Italian",
    weight: 4,
    given: list(`Chiara, Marco, Giulia, Enzo, Rosalia, Luca, Francesca, Nico, Bianca, Salvatore`),
    family: list(`D'Angelo, Bertolini, Dell'Orto, Ferrante, Di Marco, Lombardi, Santoro, D'Amico, Vitale, Zanetti`)
  }
]
