/** Tests of networks and their names and files. */
@NullMarked
package io.smartt.emulation.topology;

import org.jspecify.annotations.NullMarked;
