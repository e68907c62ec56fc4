/**
 * A laboratory on one machine: network namespaces with the cables of a topology, an agent on each
 * host, and stand-ins for the switches of a profile.
 */
@NullMarked
package io.smartt.testbed.standin.lab;

import org.jspecify.annotations.NullMarked;
