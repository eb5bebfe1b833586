{{- define "cardway.labels" -}}
app.kubernetes.io/name: cardway
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "cardway.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "cardway.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "cardway.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "cardway.storeEnv" -}}
- name: CARDWAY_DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ .Values.secrets.databaseUrl.name }}, key: {{ .Values.secrets.databaseUrl.key }} } }
- name: CARDWAY_MASTER_KEY
  valueFrom: { secretKeyRef: { name: {{ .Values.secrets.masterKey.name }}, key: {{ .Values.secrets.masterKey.key }} } }
{{- with .Values.secrets.otherMasterKey }}
- name: CARDWAY_OTHER_MASTER_KEY
  valueFrom: { secretKeyRef: { name: {{ .name }}, key: {{ .key }} } }
{{- end }}
{{- end }}

{{- define "cardway.env" -}}
{{ include "cardway.storeEnv" . }}
- name: CARDWAY_SIGNING_KEY
  valueFrom: { secretKeyRef: { name: {{ .Values.secrets.signingKey.name }}, key: {{ .Values.secrets.signingKey.key }} } }
{{- with .Values.secrets.otherSigningKey }}
- name: CARDWAY_OTHER_SIGNING_KEY
  valueFrom: { secretKeyRef: { name: {{ .name }}, key: {{ .key }} } }
{{- end }}
# Probes and scrapers come from other addresses than loopback; the network policy and the proxy keep the rest away.
- name: CARDWAY_METRICS_PUBLIC
  value: 'true'
{{- if .Values.configFile }}
- name: CARDWAY_CONFIG
  value: /etc/cardway/cardway.yaml
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
