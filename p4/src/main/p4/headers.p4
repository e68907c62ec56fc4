/*
 * Headers that every SMaRTT program parses: Ethernet, IPv4, UDP and the start of the UET packet
 * delivery sublayer (PDS).
 */
#ifndef SMARTT_HEADERS_P4
#define SMARTT_HEADERS_P4

typedef bit<48> mac_t;
typedef bit<32> ipv4_t;
typedef bit<6>  dscp_t;

const bit<16> ETHERTYPE_IPV4 = 0x0800;
const bit<8>  PROTOCOL_TCP = 6;
const bit<8>  PROTOCOL_UDP = 17;
const bit<16> UET_PORT = 4793;

const bit<2> ECN_NOT_ECT = 0;
const bit<2> ECN_CE = 3;

header ethernet_t {
    mac_t   dst_addr;
    mac_t   src_addr;
    bit<16> ether_type;
}

header ipv4_header_t {
    bit<4>  version;
    bit<4>  ihl;
    dscp_t  dscp;
    bit<2>  ecn;
    bit<16> total_len;
    bit<16> identification;
    bit<3>  flags;
    bit<13> frag_offset;
    bit<8>  ttl;
    bit<8>  protocol;
    bit<16> hdr_checksum;
    ipv4_t  src_addr;
    ipv4_t  dst_addr;
}

/* The first four bytes are the ports in TCP and UDP alike; a TCP header is not parsed further. */
header l4_ports_t {
    bit<16> src_port;
    bit<16> dst_port;
}

header udp_rest_t {
    bit<16> length_;
    bit<16> checksum;
}

/* The prologue that starts every PDS header. */
header pds_prologue_t {
    bit<5> pds_type;
    bit<4> next_header;
    bit<7> flags;
}

struct headers_t {
    ethernet_t     ethernet;
    ipv4_header_t        ipv4;
    l4_ports_t     ports;
    udp_rest_t     udp;
    pds_prologue_t pds;
}

#endif
