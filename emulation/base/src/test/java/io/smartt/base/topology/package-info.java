/** Tests of networks and their names and files. */
@NullMarked
package io.smartt.base.topology;

import org.jspecify.annotations.NullMarked;
