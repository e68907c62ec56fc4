/*
 * The SMaRTT switch for Tofino (TNA): what smartt.p4 does, with what this hardware has.
 *
 *   1. ECN: RED at dequeue as ranges of queue depth and of a random draw (egress.red_profile), since
 *      P4Runtime reaches tables and not the WRED unit;
 *   2. trimming: data asks to be deflected rather than dropped (ingress.trim_limit). What the traffic
 *      manager cannot admit comes to egress by the deflect-on-drop port, has its headers say that it
 *      is trimmed, and goes to its pipe's mirror session, which truncates it. The copy is
 *      recirculated in that pipe, and routed again as the control packet that it now is;
 *   3. two strict-priority queues (ingress.traffic_class).
 *
 * Depths are in buffer cells. Queue sizes, priorities, the deflection port and rates are the chassis
 * configuration's, the length of trimmed packets is the mirror session's.
 */
#include <core.p4>
#include <tna.p4>
#include "headers.p4"

const QueueId_t QUEUE_DATA = 0;
const QueueId_t QUEUE_CONTROL = 1;
const MirrorType_t MIRROR_TRIMMED = 1;

/* Port 68 of each pipe, and the three next to it, lead back to ingress. */
const bit<7> RECIRCULATION = 68;

/* What stands before a packet between ingress and egress: from ingress, or from the mirror. */
enum bit<8> before_t { INGRESS = 1, MIRROR = 2 }

header bridge_h {
    before_t before;
    bit<7> unused;
    bit<1> data;
}

struct ingress_metadata_t {
    bridge_h bridge;
    bit<32> salt;
    bit<32> flow_hash;
    bit<16> src_port;
    bit<16> dst_port;
    mac_t   next_mac;
    bit<1>  again;
    bit<1>  checksum_error;
}

struct egress_metadata_t {
    bridge_h  bridge;
    MirrorId_t session;
    /* What stands before the copy: Tofino's mirror takes no constants but 0. */
    before_t  before_copy;
    bit<8>    draw;
    bit<1>    mark;
}

parser ingress_parser(packet_in packet, out headers_t hdr, out ingress_metadata_t meta,
                      out ingress_intrinsic_metadata_t intrinsic) {
    Checksum() ipv4_checksum;

    state start {
        packet.extract(intrinsic);
        packet.advance(PORT_METADATA_SIZE);
        meta.bridge.setValid();
        meta.bridge.before = before_t.INGRESS;
        meta.bridge.unused = 0;
        meta.bridge.data = 0;
        meta.salt = 0;
        meta.flow_hash = 0;
        meta.src_port = 0;
        meta.dst_port = 0;
        meta.next_mac = 0;
        meta.again = 0;
        meta.checksum_error = 0;
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.ether_type) {
            ETHERTYPE_IPV4: parse_ipv4;
            default: accept;
        }
    }
    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        ipv4_checksum.add(hdr.ipv4);
        /* verify() is true where the sum is wrong. */
        meta.checksum_error = (bit<1>) ipv4_checksum.verify();
        transition select(hdr.ipv4.ihl, hdr.ipv4.frag_offset, hdr.ipv4.protocol) {
            (5, 0, PROTOCOL_UDP): parse_udp;
            (5, 0, PROTOCOL_TCP): parse_ports;
            default: accept;
        }
    }
    state parse_ports {
        packet.extract(hdr.ports);
        transition accept;
    }
    state parse_udp {
        packet.extract(hdr.ports);
        packet.extract(hdr.udp);
        transition accept;
    }
}

control ingress(inout headers_t hdr, inout ingress_metadata_t meta,
                in ingress_intrinsic_metadata_t intrinsic,
                in ingress_intrinsic_metadata_from_parser_t from_parser,
                inout ingress_intrinsic_metadata_for_deparser_t for_deparser,
                inout ingress_intrinsic_metadata_for_tm_t for_tm) {
    /* CRCs are linear: a salt permutes the choice of paths but keeps flows together that met at one
     * switch. Two polynomials do not keep them; a bit of the salt says which is this switch's. */
    CRCPolynomial<bit<32>>(32w0x1EDC6F41, true, false, false, 32w0xFFFFFFFF, 32w0xFFFFFFFF) castagnoli;
    Hash<bit<32>>(HashAlgorithm_t.CRC32) first_hash;
    Hash<bit<32>>(HashAlgorithm_t.CUSTOM, castagnoli) second_hash;
    Hash<bit<16>>(HashAlgorithm_t.IDENTITY) as_it_is;
    ActionProfile(1024) ecmp;
    ActionSelector(ecmp, as_it_is, SelectorMode_t.FAIR, 32w32, 32w128) ecmp_selector;

    action drop() {
        for_deparser.drop_ctl = 1;
    }

    action to_port(PortId_t port, mac_t dst_mac) {
        for_tm.ucast_egress_port = port;
        meta.next_mac = dst_mac;
    }

    action set_salt(bit<32> salt) {
        meta.salt = salt;
    }

    action control_class() {
        for_tm.qid = QUEUE_CONTROL;
    }

    action data_class() {
        for_tm.qid = QUEUE_DATA;
        meta.bridge.data = 1;
    }

    action other_class() {
        for_tm.qid = QUEUE_DATA;
    }

    action deflect() {
        for_tm.deflect_on_drop = 1;
    }

    table ecmp_salt {
        actions = { set_salt; }
        default_action = set_salt(0);
        size = 1;
    }

    table ipv4_lpm {
        key = {
            hdr.ipv4.dst_addr: lpm;
            meta.flow_hash: selector;
        }
        actions = { to_port; drop; }
        implementation = ecmp_selector;
        size = 4096;
    }

    table traffic_class {
        key = { hdr.ipv4.dscp: exact; }
        actions = { control_class; data_class; other_class; }
        default_action = other_class();
        size = 64;
    }

    table trim_limit {
        key = {
            for_tm.ucast_egress_port: exact;
            meta.bridge.data: exact;
        }
        actions = { deflect; NoAction; }
        default_action = NoAction();
        size = 512;
    }

    apply {
        if (intrinsic.ingress_port[6:2] == RECIRCULATION[6:2]) {
            meta.again = 1;
        }
        /* A trimmed packet has been counted down when it came first, perhaps to 1. */
        if (hdr.ipv4.isValid() && meta.checksum_error == 0
                && (hdr.ipv4.ttl > 1 || meta.again == 1)) {
            ecmp_salt.apply();
            if (hdr.ports.isValid()) {
                meta.src_port = hdr.ports.src_port;
                meta.dst_port = hdr.ports.dst_port;
            }
            if (meta.salt[0:0] == 0) {
                meta.flow_hash = first_hash.get({ hdr.ipv4.src_addr, hdr.ipv4.dst_addr,
                    hdr.ipv4.protocol, meta.src_port, meta.dst_port, meta.salt });
            } else {
                meta.flow_hash = second_hash.get({ hdr.ipv4.src_addr, hdr.ipv4.dst_addr,
                    hdr.ipv4.protocol, meta.src_port, meta.dst_port, meta.salt });
            }
            traffic_class.apply();
            if (ipv4_lpm.apply().miss) {
                drop();
            }
            trim_limit.apply();
            /* A trimmed packet was rewritten when it came first. */
            if (meta.again == 0) {
                hdr.ethernet.src_addr = hdr.ethernet.dst_addr;
                hdr.ethernet.dst_addr = meta.next_mac;
                hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
            }
        } else {
            drop();
        }
    }
}

control ingress_deparser(packet_out packet, inout headers_t hdr, in ingress_metadata_t meta,
                         in ingress_intrinsic_metadata_for_deparser_t for_deparser) {
    Checksum() ipv4_checksum;

    apply {
        hdr.ipv4.hdr_checksum = ipv4_checksum.update({
            hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.dscp, hdr.ipv4.ecn, hdr.ipv4.total_len,
            hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.frag_offset, hdr.ipv4.ttl,
            hdr.ipv4.protocol, hdr.ipv4.src_addr, hdr.ipv4.dst_addr });
        packet.emit(meta.bridge);
        packet.emit(hdr.ethernet);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.ports);
        packet.emit(hdr.udp);
    }
}

parser egress_parser(packet_in packet, out headers_t hdr, out egress_metadata_t meta,
                     out egress_intrinsic_metadata_t intrinsic) {
    state start {
        packet.extract(intrinsic);
        meta.session = 0;
        meta.before_copy = before_t.INGRESS;
        meta.draw = 0;
        meta.mark = 0;
        packet.extract(meta.bridge);
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.ether_type) {
            ETHERTYPE_IPV4: parse_ipv4;
            default: accept;
        }
    }
    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        transition select(hdr.ipv4.ihl, hdr.ipv4.frag_offset, hdr.ipv4.protocol) {
            (5, 0, PROTOCOL_UDP): parse_udp;
            default: accept;
        }
    }
    state parse_udp {
        packet.extract(hdr.ports);
        packet.extract(hdr.udp);
        transition accept;
    }
}

control egress(inout headers_t hdr, inout egress_metadata_t meta,
               in egress_intrinsic_metadata_t intrinsic,
               in egress_intrinsic_metadata_from_parser_t from_parser,
               inout egress_intrinsic_metadata_for_deparser_t for_deparser,
               inout egress_intrinsic_metadata_for_output_port_t for_output) {
    Counter<bit<64>, PortId_t>(512, CounterType_t.PACKETS_AND_BYTES) marks;
    Counter<bit<64>, PortId_t>(512, CounterType_t.PACKETS_AND_BYTES) trims;
    Random<bit<8>>() random;

    /* Turns a deflected packet into a trimmed one; the mirror copy is made of what egress leaves.
     * Packets that are as short already keep their lengths. */
    action trim_to(bit<16> total_len, bit<16> udp_length, dscp_t trimmed_dscp, MirrorId_t session) {
        hdr.ipv4.total_len = min(total_len, hdr.ipv4.total_len);
        hdr.udp.length_ = min(udp_length, hdr.udp.length_);
        hdr.ipv4.dscp = trimmed_dscp;
        hdr.udp.checksum = 0;
        meta.session = session;
        meta.before_copy = before_t.MIRROR;
        for_deparser.mirror_type = MIRROR_TRIMMED;
        for_deparser.drop_ctl = 1;
    }

    action discard() {
        for_deparser.drop_ctl = 1;
    }

    action mark() {
        meta.mark = 1;
    }

    /* A pipe deflects within itself, and its mirror session sends the copy round the same pipe:
     * no pipe's recirculation has the trims of another. */
    table trim_size {
        key = { intrinsic.egress_port[8:7]: exact @name("pipe"); }
        actions = { trim_to; discard; }
        default_action = discard();
        size = 4;
    }

    table red_profile {
        key = {
            intrinsic.egress_port: exact;
            intrinsic.deq_qdepth: range;
            meta.draw: range;
        }
        actions = { mark; NoAction; }
        default_action = NoAction();
        size = 1024;
    }

    apply {
        if (intrinsic.deflection_flag == 1) {
            if (meta.bridge.before == before_t.INGRESS && hdr.udp.isValid()) {
                trim_size.apply();
                trims.count(intrinsic.egress_port);
            } else {
                discard();
            }
        } else if (meta.bridge.before == before_t.INGRESS && meta.bridge.data == 1) {
            meta.draw = random.get();
            red_profile.apply();
            if (meta.mark == 1 && hdr.ipv4.ecn != ECN_NOT_ECT && hdr.ipv4.ecn != ECN_CE) {
                hdr.ipv4.ecn = ECN_CE;
                marks.count(intrinsic.egress_port);
            }
        }
    }
}

control egress_deparser(packet_out packet, inout headers_t hdr, in egress_metadata_t meta,
                        in egress_intrinsic_metadata_for_deparser_t for_deparser) {
    Checksum() ipv4_checksum;
    Mirror(MIRROR_TRIMMED) mirror;

    apply {
        hdr.ipv4.hdr_checksum = ipv4_checksum.update({
            hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.dscp, hdr.ipv4.ecn, hdr.ipv4.total_len,
            hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.frag_offset, hdr.ipv4.ttl,
            hdr.ipv4.protocol, hdr.ipv4.src_addr, hdr.ipv4.dst_addr });
        if (for_deparser.mirror_type == MIRROR_TRIMMED) {
            mirror.emit<bridge_h>(meta.session, { meta.before_copy, 0, 0 });
        }
        packet.emit(hdr.ethernet);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.ports);
        packet.emit(hdr.udp);
    }
}

Pipeline(ingress_parser(), ingress(), ingress_deparser(), egress_parser(), egress(),
         egress_deparser()) pipe;

Switch(pipe) main;
