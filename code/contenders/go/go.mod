module contender

go 1.25
