/** The interface of a P4 program to its control plane (P4Info), looked up by name or id. */
@NullMarked
package io.smartt.p4.info;

import org.jspecify.annotations.NullMarked;
