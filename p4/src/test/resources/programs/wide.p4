/* Numbers of more than 64 bits: what the compiler does in several longs. */
#include <core.p4>
#include <v1model.p4>

header numbers_t {
    bit<192> a;
    bit<192> b;
    bit<192> sum;
    bit<192> difference;
    bit<192> shifted;
    bit<128> middle;
    bit<64>  joined_high;
    bit<64>  joined_low;
    bit<128> joined;
    bit<8>   equal;
    bit<8>   not_zero;
}

struct headers_t {
    numbers_t numbers;
}

struct metadata_t {}

parser packet_parser(packet_in packet, out headers_t hdr, inout metadata_t meta,
                     inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.numbers);
        transition accept;
    }
}

control verify_nothing(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

control ingress(inout headers_t hdr, inout metadata_t meta,
                inout standard_metadata_t standard_metadata) {
    apply {
        standard_metadata.egress_spec = 1;
        hdr.numbers.sum = hdr.numbers.a + hdr.numbers.b;
        hdr.numbers.difference = hdr.numbers.a - hdr.numbers.b;
        hdr.numbers.shifted = (hdr.numbers.a << 68) ^ (hdr.numbers.b >> 60);
        hdr.numbers.middle = hdr.numbers.a[159:32];
        hdr.numbers.joined = hdr.numbers.joined_high ++ hdr.numbers.joined_low;
        if (hdr.numbers.a == hdr.numbers.b) {
            hdr.numbers.equal = 1;
        }
        if (hdr.numbers.a != 0) {
            hdr.numbers.not_zero = 1;
        }
    }
}

control egress(inout headers_t hdr, inout metadata_t meta,
               inout standard_metadata_t standard_metadata) {
    apply {}
}

control update_nothing(inout headers_t hdr, inout metadata_t meta) {
    apply {}
}

control packet_deparser(packet_out packet, in headers_t hdr) {
    apply {
        packet.emit(hdr.numbers);
    }
}

V1Switch(packet_parser(), verify_nothing(), ingress(), egress(), update_nothing(), packet_deparser()) main;
