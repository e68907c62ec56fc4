/**
 * BMv2's Thrift services in front of a switch: what {@code simple_switch_CLI}, {@code runtime_CLI}
 * and p4-utils ask. Names and numbers of methods, fields and error codes are those of
 * behavioral-model, thrift_src/standard.thrift, thrift_src/simple_pre.thrift and
 * targets/simple_switch/thrift/simple_switch.thrift. What is written goes through the P4Runtime
 * server's checks into its store, so that both protocols see the same switch.
 */
@NullMarked
package io.smartt.switchd.thrift;

import org.jspecify.annotations.NullMarked;
