// Renders a chart as helm does, with the template engine that helm uses and as many of its functions as the chart needs: for
// machines without helm. Reads {"templates": {name: text}, "values": {…}, …} and prints {name: text}.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"text/template"
)

func main() {
	var input struct {
		Templates map[string]string
		Context   map[string]any
	}
	fail(json.NewDecoder(os.Stdin).Decode(&input))
	chart := template.New("chart").Option("missingkey=error")
	asJSON := func(value any) (string, error) {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		err := encoder.Encode(value)
		return strings.TrimSuffix(text.String(), "\n"), err
	}
	chart.Funcs(template.FuncMap{
		// Every JSON text is YAML.
		"toYaml": asJSON,
		"toJson": asJSON,
		"quote":  func(value any) (string, error) { return asJSON(fmt.Sprint(value)) },
		"default": func(fallback any, value any) any {
			if value == nil || value == "" {
				return fallback
			}
			return value
		},
		"sha256sum": func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) },
		"nindent": func(spaces int, text string) string {
			indent := "\n" + strings.Repeat(" ", spaces)
			return indent + strings.ReplaceAll(text, "\n", indent)
		},
		"include": func(name string, data any) (string, error) {
			var text bytes.Buffer
			err := chart.ExecuteTemplate(&text, name, data)
			return text.String(), err
		},
	})
	for name, text := range input.Templates {
		_, err := chart.New(name).Parse(text)
		fail(err)
	}
	rendered := map[string]string{}
	for name := range input.Templates {
		var text bytes.Buffer
		fail(chart.ExecuteTemplate(&text, name, input.Context))
		rendered[name] = text.String()
	}
	fail(json.NewEncoder(os.Stdout).Encode(rendered))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
