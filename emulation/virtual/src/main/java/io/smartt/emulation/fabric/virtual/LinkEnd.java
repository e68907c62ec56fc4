package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.fabric.virtual.simulation.EventQueue;
import io.smartt.p4.pipeline.Packet;

/**
 * Where a link begins or ends.
 *
 * @param eventQueue in which the node there lives
 * @param packet that all links of the event queue put what just leaves or arrives in
 */
record LinkEnd(EventQueue eventQueue, Packet packet) {}
