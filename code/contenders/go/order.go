package main

// An Order is the body of code/ch10/bench/order.json.txt. Its fields are in the
// order of the alphabet, as the keys of a map are when Go encodes it.
type Order struct {
	Billing  Billing  `json:"billing"`
	Coupons  []string `json:"coupons"`
	Currency string   `json:"currency"`
	Customer Customer `json:"customer"`
	Delivery Delivery `json:"delivery"`
	ID       string   `json:"id"`
	Items    []Item   `json:"items"`
	Payment  Payment  `json:"payment"`
	PlacedAt string   `json:"placedAt"`
	Rating   float64  `json:"rating"`
	Total    float64  `json:"total"`
}

type Billing struct {
	City     string `json:"city"`
	Country  string `json:"country"`
	Name     string `json:"name"`
	Postcode string `json:"postcode"`
	Street   string `json:"street"`
	TaxID    string `json:"taxId"`
}

type Customer struct {
	Email     string   `json:"email"`
	ID        int      `json:"id"`
	IsNew     bool     `json:"isNew"`
	Languages []string `json:"languages"`
	Name      string   `json:"name"`
	Phone     string   `json:"phone"`
}

type Delivery struct {
	Address      Address `json:"address"`
	Instructions *string `json:"instructions"`
	IsGift       bool    `json:"isGift"`
	Window       Window  `json:"window"`
}

type Address struct {
	City     string `json:"city"`
	Country  string `json:"country"`
	Name     string `json:"name"`
	Postcode string `json:"postcode"`
	Street   string `json:"street"`
}

type Window struct {
	From string `json:"from"`
	To   string `json:"to"`
}

type Item struct {
	Discount float64  `json:"discount"`
	InStock  bool     `json:"inStock"`
	Name     string   `json:"name"`
	Note     *string  `json:"note"`
	Options  []string `json:"options"`
	Price    float64  `json:"price"`
	Quantity int      `json:"quantity"`
	SKU      string   `json:"sku"`
	Weight   Weight   `json:"weight"`
}

type Weight struct {
	Unit  string  `json:"unit"`
	Value float64 `json:"value"`
}

type Payment struct {
	Installments int    `json:"installments"`
	Last4        string `json:"last4"`
	Method       string `json:"method"`
	Network      string `json:"network"`
	ThreeDSecure bool   `json:"threeDSecure"`
}
