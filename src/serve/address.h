/* Addresses of the internet, as text and as bytes. */
#ifndef SERVE_ADDRESS_H
#define SERVE_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In the sixteen bytes of IPv6; one of IPv4 is mapped into them. All zero: it is none. */
typedef struct ip_address {
    uint8_t bytes[16];
} ip_address;

/* Reads "192.0.2.1", "2001:db8::1", "[2001:db8::1]:80" or "192.0.2.1:80". What is none of them
 * gives the address of nobody, and false. */
bool address_read(const char *text, size_t length, ip_address *a);

/* The other side of a socket. */
bool address_of_socket(int fd, ip_address *a);

enum { ADDRESS_TEXT = 48 };
void address_write(const ip_address *a, char text[ADDRESS_TEXT]);

bool address_is_loopback(const ip_address *a);

/* What of it identifies somebody: who has one address of IPv6 has 2^64 of them, so that its first
 * half counts. */
int address_prefix(const ip_address *a);

/* Whether it is in a list as a setting has it: "loopback, 192.0.2.1". */
bool address_is_listed(const ip_address *a, const char *list);

/* False: something in the list is neither an address nor "loopback" nor "none". */
bool address_list_ok(const char *list);

/* Whom a chain of proxies speaks for: `forwarded` has one address for each station, the nearest
 * last. The last one that is no proxy counts; those before it may be made up. */
void address_forwarded(const char *forwarded, const char *proxies, ip_address *a);

#endif
