/*
 * smartt.p4 with congestion signaling (CSIG, draft-ravi-ippm-csig-01): a tag of fixed length in which
 * each switch that a data packet passes puts its own value where that is worse than what is there.
 * The tag has two of CSIG's four signals: the largest delay of a hop, and the deepest queue in time
 * of its link (nQD). CSIG's tag is one of Ethernet with one signal in 5 or 20 bits, which hosts choose;
 * here it is the block of signals, with both signals whole. Not there: the least available bandwidth
 * and its share of the link (ABW, ABW/C), which are averages over an interval and ask for a division.
 * v1model has the delay in microseconds, so that it is a whole number of them, rounded down.
 * What is not in smartt.p4 stands between "signal" and "end of signal".
 *
 * The SMaRTT switch for v1model targets (the embedded switch, BMv2).
 *
 * An IPv4 router with ECMP that gives a congestion control its three signals:
 *   1. ECN: CE at dequeue with RED probability (egress.red_profile);
 *   2. trimming: a data packet that would not fit its queue is cut to its headers and sent in the
 *      high-priority queue (ingress.trim_limit);
 *   3. queues by class: control over data, and classes of data apart (ingress.traffic_class).
 * Every threshold is a table entry of the controller; nothing here knows a rate or a buffer size.
 */
#include <core.p4>
#include <v1model.p4>
#include "headers.p4"

/*
 * Compiled with -DQUEUE_BYTES (smartt), depths and thresholds are bytes: the embedded switch
 * knows a metadata field by the name deq_qbytes and fills it. BMv2 has the depth in packets only.
 */
#ifdef QUEUE_BYTES
typedef bit<32> depth_t;
typedef bit<48> product_t;
#define QUEUE queue_bytes
#define SIZE standard_metadata.packet_length
#define DEPTH meta.deq_qbytes
#else
typedef bit<19> depth_t;
typedef bit<35> product_t;
#define QUEUE queue_packets
#define SIZE 1
#define DEPTH standard_metadata.deq_qdepth
#endif

/* signal */
/* Where depths are packets, all that wait count as long as the packet that says so. */
#ifdef QUEUE_BYTES
#define WAITING_BYTES ((bit<32>) DEPTH)
#else
#define WAITING_BYTES ((bit<32>) DEPTH * standard_metadata.packet_length)
#endif

const bit<4> NEXT_SIGNALS = 15;
const bit<5> PDS_RUD_CC_REQ = 13;
const bit<5> PDS_ROD_CC_REQ = 14;

/* The rest of a request's PDS header, and what one for credit has besides. */
header pds_rest_t {
    bit<80> fields;
}
header credit_t {
    bit<32> target;
}

/* The two bytes that begin the block of signals. */
header signals_t {
    bit<4> next_header;
    bit<4> reserved;
    bit<8> length_;
}

/* The tag. Hosts send it with zeros. */
header csig_t {
    bit<32> delay_us;       /* largest time that the packet stood in a queue */
    bit<8>  delay_hop;      /* the switch that says so; 1 is the first on the path */
    bit<32> queue_bytes;    /* what the packet left behind in the queue that is deepest in time */
    bit<32> queue_kbps;     /* and the rate of that queue's link */
    bit<8>  queue_hop;
}
const bit<8> FIRST_TTL = 64;

struct signalled_t {
    ethernet_t     ethernet;
    ipv4_header_t  ipv4;
    l4_ports_t     ports;
    udp_rest_t     udp;
    pds_prologue_t pds;
    pds_rest_t     pds_rest;
    credit_t       credit;
    signals_t      signals;
    csig_t         csig;
}
/* end of signal */

const bit<3> PRIORITY_DATA = 0;
const bit<32> PORTS = 512;
const bit<32> PORT_QUEUES = 4096;

struct metadata_t {
    bit<32> salt;
    bit<32> flow_hash;
    bit<16> src_port;
    bit<16> dst_port;
    bit<1>  is_control;
    bit<1>  trimmable;
    bit<1>  trimmed;
    bit<16> keep_bytes;
#ifdef QUEUE_BYTES
    bit<32> deq_qbytes;
#endif
    /* signal */
    bit<32> kbps;
    /* end of signal */
}

/*
 * What waits in each data queue, eight a port. Ingress adds a packet that it lets in; egress
 * writes the true depth at each dequeue, so an error can not outlive a packet.
 */
register<depth_t>(PORT_QUEUES) occupancy;
#define CELL(port) (((bit<32>) port << 3) + (bit<32>) standard_metadata.priority)

parser packet_parser(packet_in packet, out signalled_t hdr, inout metadata_t meta,
                     inout standard_metadata_t standard_metadata) {
    state start {
        packet.extract(hdr.ethernet);
        transition select(hdr.ethernet.ether_type) {
            ETHERTYPE_IPV4: parse_ipv4;
            default: accept;
        }
    }
    state parse_ipv4 {
        packet.extract(hdr.ipv4);
        /* Ports are looked for only where they are: no options, first fragment. */
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
        transition select(hdr.ports.dst_port) {
            UET_PORT: parse_pds;
            default: accept;
        }
    }
    state parse_pds {
        packet.extract(hdr.pds);
        /* signal */
        transition select(hdr.pds.next_header, hdr.pds.pds_type) {
            (NEXT_SIGNALS, PDS_RUD_CC_REQ): parse_credited;
            (NEXT_SIGNALS, PDS_ROD_CC_REQ): parse_credited;
            (NEXT_SIGNALS, _): parse_plain;
            default: accept;
        }
    }
    state parse_plain {
        packet.extract(hdr.pds_rest);
        transition parse_signals;
    }
    state parse_credited {
        packet.extract(hdr.pds_rest);
        packet.extract(hdr.credit);
        transition parse_signals;
    }
    state parse_signals {
        packet.extract(hdr.signals);
        packet.extract(hdr.csig);
        transition accept;
        /* end of signal */
    }
}

control verify_ipv4(inout signalled_t hdr, inout metadata_t meta) {
    apply {
        verify_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5,
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.dscp, hdr.ipv4.ecn, hdr.ipv4.total_len,
              hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.frag_offset, hdr.ipv4.ttl,
              hdr.ipv4.protocol, hdr.ipv4.src_addr, hdr.ipv4.dst_addr },
            hdr.ipv4.hdr_checksum, HashAlgorithm.csum16);
    }
}

control ingress(inout signalled_t hdr, inout metadata_t meta,
                inout standard_metadata_t standard_metadata) {
    counter(PORTS, CounterType.packets_and_bytes) trims;
    action_selector(HashAlgorithm.crc16, 32w1024, 32w16) ecmp;

    action drop() {
        mark_to_drop(standard_metadata);
    }

    action to_port(bit<9> port, mac_t dst_mac) {
        standard_metadata.egress_spec = port;
        hdr.ethernet.src_addr = hdr.ethernet.dst_addr;
        hdr.ethernet.dst_addr = dst_mac;
        hdr.ipv4.ttl = hdr.ipv4.ttl - 1;
    }

    action set_salt(bit<32> salt) {
        meta.salt = salt;
    }

    action control_class(bit<3> queue) {
        standard_metadata.priority = queue;
        meta.is_control = 1;
        meta.trimmable = 0;
    }

    action data_class(bit<3> queue) {
        standard_metadata.priority = queue;
        meta.trimmable = 1;
    }

    action other_class() {
        standard_metadata.priority = PRIORITY_DATA;
        meta.trimmable = 0;
    }

    /*
     * Trims a packet that does not fit. One action holds the read and the write of the register, so
     * that two packets never act on one reading.
     */
    action trim_above(depth_t QUEUE, bit<16> trim_bytes, dscp_t trimmed_dscp,
                      bit<3> trimmed_queue) {
        depth_t waiting;
        occupancy.read(waiting, CELL(standard_metadata.egress_spec));
        if (waiting + SIZE <= QUEUE) {
            occupancy.write(CELL(standard_metadata.egress_spec), waiting + SIZE);
        } else if (meta.trimmable == 1) {
            meta.trimmed = 1;
            meta.keep_bytes = trim_bytes;
            hdr.ipv4.dscp = trimmed_dscp;
            standard_metadata.priority = trimmed_queue;
        }
    }

    table ecmp_salt {
        actions = { set_salt; }
        default_action = set_salt(0);
    }

    table ipv4_lpm {
        key = {
            hdr.ipv4.dst_addr: lpm;
            meta.flow_hash: selector;
        }
        actions = { to_port; drop; }
        implementation = ecmp;
        size = 16384;
    }

    table traffic_class {
        key = { hdr.ipv4.dscp: exact; }
        actions = { control_class; data_class; other_class; }
        default_action = other_class();
        size = 64;
    }

    table trim_limit {
        key = { standard_metadata.egress_spec: exact; standard_metadata.priority: exact; }
        actions = { trim_above; NoAction; }
        default_action = NoAction();
        size = 4096;
    }

    apply {
        if (!hdr.ipv4.isValid() || standard_metadata.checksum_error == 1 || hdr.ipv4.ttl <= 1) {
            drop();
            exit;
        }

        /*
         * A salt mixed in by anything linear (a CRC, an XOR) permutes the choice but keeps flows that
         * met at one switch together at the next. Multiplication between shifts does not.
         */
        ecmp_salt.apply();
        if (hdr.ports.isValid()) {
            meta.src_port = hdr.ports.src_port;
            meta.dst_port = hdr.ports.dst_port;
        }
        hash(meta.flow_hash, HashAlgorithm.crc32, 32w0,
             { hdr.ipv4.src_addr, hdr.ipv4.dst_addr, hdr.ipv4.protocol,
               meta.src_port, meta.dst_port }, 64w0x100000000);
        meta.flow_hash = meta.flow_hash ^ meta.salt;
        meta.flow_hash = (meta.flow_hash ^ (meta.flow_hash >> 16)) * 0x7feb352d;
        meta.flow_hash = (meta.flow_hash ^ (meta.flow_hash >> 15)) * 0x846ca68b;
        meta.flow_hash = meta.flow_hash ^ (meta.flow_hash >> 16);

        traffic_class.apply();
        if (!ipv4_lpm.apply().hit) {
            drop();
            exit;
        }
        if (meta.is_control == 0) {
            trim_limit.apply();
        }
        if (meta.trimmed == 1 && standard_metadata.packet_length > (bit<32>) meta.keep_bytes) {
            /* Whole again: lengths say what is left, no UDP checksum. Shorter packets stay whole. */
            hdr.ipv4.total_len = meta.keep_bytes - 14;
            hdr.udp.length_ = meta.keep_bytes - 34;
            hdr.udp.checksum = 0;
            truncate((bit<32>) meta.keep_bytes);
            trims.count((bit<32>) standard_metadata.egress_spec);
        }
    }
}

control egress(inout signalled_t hdr, inout metadata_t meta,
               inout standard_metadata_t standard_metadata) {
    counter(PORTS, CounterType.packets_and_bytes) marks;
    bit<1> mark = 0;

    /* RED at dequeue: never up to kmin, always from kmax, linear between. */
    action mark_between(depth_t kmin, depth_t kmax) {
        bit<16> draw;
        if (DEPTH >= kmax) {
            mark = 1;
        } else if (DEPTH > kmin) {
            random(draw, 0, 0xffff);
            if ((product_t) draw * (product_t) (kmax - kmin)
                    < (product_t) (DEPTH - kmin) << 16) {
                mark = 1;
            }
        }
    }

    /* The same, but between kmin and kmax the probability rises to most / 65536 only: DCQCN's. */
    action mark_up_to(depth_t kmin, depth_t kmax, bit<16> most) {
        bit<16> draw;
        if (DEPTH >= kmax) {
            mark = 1;
        } else if (DEPTH > kmin) {
            random(draw, 0, 0xffff);
            if ((product_t) draw * (product_t) (kmax - kmin)
                    < (product_t) (DEPTH - kmin) * (product_t) most) {
                mark = 1;
            }
        }
    }

    table red_profile {
        key = { standard_metadata.egress_port: exact; standard_metadata.priority: exact; }
        actions = { mark_between; mark_up_to; NoAction; }
        default_action = NoAction();
        size = 4096;
    }

    /* signal */
    action set_rate(bit<32> kbps) {
        meta.kbps = kbps;
    }

    /* The controller fills this table where a program has it: the rate of each port's link. */
    table link_rate {
        key = { standard_metadata.egress_port: exact; }
        actions = { set_rate; NoAction; }
        default_action = NoAction();
        size = 512;
    }

    /* Depths are compared as bytes over rates, without a division. */
    action compare_and_replace() {
        if (standard_metadata.deq_timedelta > hdr.csig.delay_us) {
            hdr.csig.delay_us = standard_metadata.deq_timedelta;
            hdr.csig.delay_hop = FIRST_TTL - hdr.ipv4.ttl;
        }
        bool deeper = (bit<64>) WAITING_BYTES * (bit<64>) hdr.csig.queue_kbps
                > (bit<64>) hdr.csig.queue_bytes * (bit<64>) meta.kbps;
        if (deeper || (hdr.csig.queue_hop == 0 && DEPTH > 0)) {
            hdr.csig.queue_bytes = WAITING_BYTES;
            hdr.csig.queue_kbps = meta.kbps;
            hdr.csig.queue_hop = FIRST_TTL - hdr.ipv4.ttl;
        }
    }
    /* end of signal */

    apply {
        /* signal */
        link_rate.apply();
        if (hdr.csig.isValid() && meta.is_control == 0 && meta.trimmed == 0) {
            compare_and_replace();
        }
        /* end of signal */
        if (meta.trimmed == 0 && meta.is_control == 0) {
            occupancy.write(CELL(standard_metadata.egress_port), DEPTH);
            if (hdr.ipv4.ecn != ECN_NOT_ECT && hdr.ipv4.ecn != ECN_CE) {
                red_profile.apply();
                if (mark == 1) {
                    hdr.ipv4.ecn = ECN_CE;
                    marks.count((bit<32>) standard_metadata.egress_port);
                }
            }
        }
    }
}

control update_ipv4(inout signalled_t hdr, inout metadata_t meta) {
    apply {
        update_checksum(hdr.ipv4.isValid() && hdr.ipv4.ihl == 5,
            { hdr.ipv4.version, hdr.ipv4.ihl, hdr.ipv4.dscp, hdr.ipv4.ecn, hdr.ipv4.total_len,
              hdr.ipv4.identification, hdr.ipv4.flags, hdr.ipv4.frag_offset, hdr.ipv4.ttl,
              hdr.ipv4.protocol, hdr.ipv4.src_addr, hdr.ipv4.dst_addr },
            hdr.ipv4.hdr_checksum, HashAlgorithm.csum16);
    }
}

control packet_deparser(packet_out packet, in signalled_t hdr) {
    apply {
        packet.emit(hdr.ethernet);
        packet.emit(hdr.ipv4);
        packet.emit(hdr.ports);
        packet.emit(hdr.udp);
        packet.emit(hdr.pds);
        /* signal */
        packet.emit(hdr.pds_rest);
        packet.emit(hdr.credit);
        packet.emit(hdr.signals);
        packet.emit(hdr.csig);
        /* end of signal */
    }
}

V1Switch(packet_parser(), verify_ipv4(), ingress(), egress(), update_ipv4(), packet_deparser()) main;
