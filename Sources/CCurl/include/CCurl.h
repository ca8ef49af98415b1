// libcurl, with non-variadic wrappers of its setters that Swift can call.
#ifndef CCURL_H
#define CCURL_H

#include <curl/curl.h>

CURLcode curl_set_long(CURL *handle, CURLoption option, long value);
CURLcode curl_set_string(CURL *handle, CURLoption option, const char *value);
CURLcode curl_set_pointer(CURL *handle, CURLoption option, void *value);
CURLcode curl_set_offset(CURL *handle, CURLoption option, curl_off_t value);
CURLcode curl_set_data_callback(CURL *handle, CURLoption option, size_t (*callback)(char *, size_t, size_t, void *));
CURLcode curl_set_socket_callback(CURL *handle, curl_opensocket_callback callback, void *context);
CURLcode curl_get_long(CURL *handle, CURLINFO info, long *value);
CURLcode curl_get_offset(CURL *handle, CURLINFO info, curl_off_t *value);
CURLcode curl_get_string(CURL *handle, CURLINFO info, char **value);
CURLSHcode curl_share_set_long(CURLSH *share, CURLSHoption option, long value);
CURLMcode curl_multi_set_long(CURLM *multi, CURLMoption option, long value);

#endif
