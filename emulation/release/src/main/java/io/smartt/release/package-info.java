/** Makes the packages that people install: a tarball, a .deb, an image and a Python wheel. */
@NullMarked
package io.smartt.release;

import org.jspecify.annotations.NullMarked;
