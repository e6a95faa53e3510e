// Go's fasthttp.
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/valyala/fasthttp"
)

func main() {
	client := &fasthttp.Client{}
	if os.Getenv("NEVER_AGAIN") != "" {
		client.MaxIdemponentCallAttempts = 1
	}
	for i := 1; i < len(os.Args); i += 2 {
		body, err := os.ReadFile(os.Args[i+1])
		if err != nil {
			panic(err)
		}
		request, response := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
		request.SetRequestURI(os.Args[i])
		request.Header.SetMethod("POST")
		request.Header.SetContentType("application/json")
		request.SetBody(body)
		text := "lost"
		if client.Do(request, response) == nil {
			text = strings.ReplaceAll(string(response.Body()), "\n", " ")
		}
		fmt.Println(text)
	}
}
