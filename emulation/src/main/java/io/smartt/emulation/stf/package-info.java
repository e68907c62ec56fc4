/**
 * Runs scripts of the Simple Test Framework, the p4c project's format of packets in and packets
 * out, on a pipeline.
 */
@NullMarked
package io.smartt.emulation.stf;

import org.jspecify.annotations.NullMarked;
